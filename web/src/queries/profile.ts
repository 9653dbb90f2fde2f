import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { deleteProfileImage, fetchProfile, saveProfile, uploadProfileImage } from "../api/account";
import { shownByForm } from "../api/failure";
import { updateUser } from "../stores/session";

const PROFILE = ["profile"] as const;

/** The user as the server has it now; the session stores it too. */
export const profileOptions = () =>
  queryOptions({
    queryKey: PROFILE,
    queryFn: async () => {
      const user = await fetchProfile();
      updateUser(user);
      return user;
    },
  });

/** Fetches the user again, after a change of teams, plan or connections; the next page load does so too. */
export const refreshProfile = (client: QueryClient): Promise<unknown> =>
  client.fetchQuery({ ...profileOptions(), staleTime: 0, meta: { silent: true } }).catch(() => undefined);

/** Saves the profile on the server and in the session. */
export function useSaveProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: saveProfile,
    onError: shownByForm,
    onSuccess: (user) => {
      updateUser(user);
      client.setQueryData(PROFILE, user);
    },
  });
}

/** Replaces the picture. The form shows failures. */
export function useUploadPicture() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: uploadProfileImage,
    onError: shownByForm,
    onSuccess: (user) => {
      updateUser(user);
      client.setQueryData(PROFILE, user);
    },
  });
}

/** Removes the picture. */
export function useDeletePicture() {
  const client = useQueryClient();
  return useMutation({ mutationFn: deleteProfileImage, onSuccess: () => refreshProfile(client) });
}

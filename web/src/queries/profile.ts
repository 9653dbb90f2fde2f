import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { deleteProfileImage, fetchProfile, saveProfile, uploadProfileImage } from "../api/account";
import { shownByForm } from "../api/failure";
import { updateUser } from "../stores/session";

/** Fetches the user into the session, which alone holds it. */
export const profileOptions = () =>
  queryOptions({
    queryKey: ["profile"],
    queryFn: async () => {
      updateUser(await fetchProfile());
      return null;
    },
  });

/** Fetches the user again, after a change of teams, plan or connections; the next page load does so too. */
export const refreshProfile = (client: QueryClient): Promise<unknown> =>
  client.fetchQuery({ ...profileOptions(), staleTime: 0, meta: { silent: true } }).catch(() => undefined);

/** Saves the profile on the server and in the session. */
export function useSaveProfile() {
  return useMutation({ mutationFn: saveProfile, onError: shownByForm, onSuccess: updateUser });
}

/** Replaces the picture. The form shows failures. */
export function useUploadPicture() {
  return useMutation({ mutationFn: uploadProfileImage, onError: shownByForm, onSuccess: updateUser });
}

/** Removes the picture. */
export function useDeletePicture() {
  const client = useQueryClient();
  return useMutation({ mutationFn: deleteProfileImage, onSuccess: () => refreshProfile(client) });
}

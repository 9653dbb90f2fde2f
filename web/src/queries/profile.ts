import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { fetchProfile, saveProfile } from "../api/account";
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

/** Saves the profile on the server and in the session. */
export function useSaveProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: saveProfile,
    // The form shows failures itself.
    onError: () => undefined,
    onSuccess: (user) => {
      updateUser(user);
      client.setQueryData(PROFILE, user);
    },
  });
}

/** The own account: the user in the session, the password, the picture, the data. */
import type { RequestTo } from "@leebow/api/contract";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { call } from "../../server/client";
import { useSend } from "../../server/read";
import { updateUser } from "../../server/session";

type RegisterBody = RequestTo<"POST /users/register/">["body"];
type ProfileBody = NonNullable<RequestTo<"PATCH /users/">["body"]>;

/** As a form holds them: the boat class is any text until the form's rule has accepted it. */
export type Registration = Omit<RegisterBody, "primary_boat_class"> & { primary_boat_class: string };
type Profile = Omit<ProfileBody, "primary_boat_class"> & {
  primary_boat_class?: string;
  current_password?: string;
};

/** Fetches the user into the session, which alone holds it. */
export const profileOptions = () =>
  queryOptions({
    queryKey: ["profile"],
    queryFn: async () => {
      updateUser(await call("GET /users/me/"));
      return null;
    },
  });

/** Fetches the user again, after a change of teams, plan or connections; the next page load does so too. */
export const refreshProfile = (client: QueryClient): Promise<unknown> =>
  client.fetchQuery({ ...profileOptions(), staleTime: 0, meta: { silent: true } }).catch(() => undefined);

/** Of a form, which shows failures; the session holds the user that the server answers. */
const OF_FORM = {
  inForm: true,
  notice: "User Updated",
  holds: (_: QueryClient, user: Parameters<typeof updateUser>[0]) => updateUser(user),
};

export const useSaveProfile = () =>
  useSend("PATCH /users/", (profile: Profile) => ({ body: profile as ProfileBody }), OF_FORM);

export const useUploadPicture = () =>
  useSend("POST /users/profileimg/", (picture: Blob) => ({ form: formOf(picture) }), OF_FORM);

function formOf(picture: Blob): FormData {
  const form = new FormData();
  form.append("file", picture, "picture");
  return form;
}

export const useDeletePicture = () =>
  useSend("DELETE /users/profileimg/", () => ({}), { notice: "User Updated", holds: refreshProfile });

/** `devices`: by which this browser is known (stores/session.ts). */
export const logIn = (email: string, password: string, devices: string[]) =>
  call("POST /users/login/", { body: { email, password, devices } });
export const register = (body: Registration) => call("POST /users/register/", { body: body as RegisterBody });
export const requestPasswordReset = (email: string) => call("POST /users/forgot/", { body: { email } });
export const resetPassword = (uuid: string, password: string) =>
  call("POST /users/reset/", { body: { uuid, password } });
/** Mails the link that confirms the own e-mail address again. */
export const resendConfirmation = () => call("POST /users/confirm-email/resend/");
/** Address of a zip file with all of the own data, valid for minutes and without a session. */
export const requestExport = async (): Promise<string> => (await call("POST /users/export/")).url;
/** Deletes the account of this session, for good. */
export const deleteAccount = (current_password: string) => call("DELETE /users/me/", { body: { current_password } });

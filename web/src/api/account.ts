/** Calls about the own account. */
import type { RequestTo } from "@leebow/api/contract";
import { call } from "./client";

type RegisterBody = RequestTo<"POST /users/register/">["body"];
type ProfileBody = NonNullable<RequestTo<"PATCH /users/">["body"]>;

/** As a form holds them: the boat class is any text until the form's rule has accepted it. */
export type Registration = Omit<RegisterBody, "primary_boat_class"> & { primary_boat_class: string };
export type Profile = Omit<ProfileBody, "primary_boat_class"> & {
  primary_boat_class?: string;
  current_password?: string;
};

/** `devices`: by which this browser is known (stores/devices.ts). */
export const logIn = (email: string, password: string, devices: string[]) =>
  call("POST /users/login/", { body: { email, password, devices } });
export const logOut = () => call("POST /users/logout/");
export const register = (body: Registration) => call("POST /users/register/", { body: body as RegisterBody });
export const requestPasswordReset = (email: string) => call("POST /users/forgot/", { body: { email } });
export const resetPassword = (uuid: string, password: string) =>
  call("POST /users/reset/", { body: { uuid, password } });
/** Mails the link that confirms the own e-mail address again. */
export const resendConfirmation = () => call("POST /users/confirm-email/resend/");
export const fetchProfile = () => call("GET /users/me/");
export const saveProfile = (profile: Profile) => call("PATCH /users/", { body: profile as ProfileBody });

/** Replaces the own picture. */
export function uploadProfileImage(picture: Blob) {
  const form = new FormData();
  form.append("file", picture, "picture");
  return call("POST /users/profileimg/", { form });
}
export const deleteProfileImage = () => call("DELETE /users/profileimg/");

/** Address of a zip file with all of the own data, valid for minutes and without a session. */
export const requestExport = async (): Promise<string> => (await call("POST /users/export/")).url;
/** Deletes the account of this session, for good. */
export const deleteAccount = (current_password: string) => call("DELETE /users/me/", { body: { current_password } });

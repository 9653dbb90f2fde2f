/** Calls about one's own account. */
import type { Session, User } from "@leebow/api/contract";
import { call } from "./client";

export interface Registration {
  first_name: string;
  last_name: string;
  email: string;
  password: string;
  password_confirmation: string;
  primary_boat_class: string;
}

export type Profile = Partial<
  Pick<User, "first_name" | "last_name" | "email" | "email_notifications" | "primary_boat_class">
> & {
  password?: string;
};

export const logIn = (email: string, password: string) =>
  call<Session>("POST", "/users/login/", { body: { email, password } });
export const register = (body: Registration) => call<Session>("POST", "/users/register/", { body });
export const askForReset = (email: string) => call<void>("POST", "/users/forgot/", { body: { email } });
export const resetPassword = (uuid: string, password: string) =>
  call<void>("POST", "/users/reset/", { body: { uuid, password } });
export const whoAmI = () => call<User>("GET", "/users/me/");
export const saveProfile = (profile: Profile) => call<User>("PATCH", "/users/", { body: profile });

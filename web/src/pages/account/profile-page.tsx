import { ConfirmAddress } from "../../account/confirm-address";
import { useTitle } from "../../components/title";
import { AccountPage } from "./account-card";
import { DeleteAccountCard } from "./delete-account";
import { ExportCard } from "./export-card";
import { ProfileForm } from "./profile-form";

/** The profile, and what everybody may ask about the own data. */
export function Page() {
  useTitle("My Account");
  return (
    <AccountPage>
      <ConfirmAddress />
      <ProfileForm />
      <ExportCard />
      <DeleteAccountCard />
    </AccountPage>
  );
}

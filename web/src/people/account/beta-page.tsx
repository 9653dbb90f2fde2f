import { useState } from "react";
import { Link } from "react-router-dom";
import { useUser } from "../../server/session";
import { Button } from "../../ui/button";
import { Switch } from "../../ui/choices";
import { FieldError } from "../../ui/field";
import { useTitle } from "../../ui/title";
import { AccountCard, AccountPage } from "./account-card";
import styles from "./beta-page.module.css";
import { useSaveProfile } from "./profile";

interface Features {
  auto_segmentation_enabled: boolean;
  show_wind_arrow: boolean;
}

/** Features that can be switched on before they are finished. */
export function Page() {
  useTitle("Beta Features");
  const { form, isDirty, change, cancel, save, isPending, isFailed } = useFeatures();
  const user = useUser();
  const canSwitch = user?.can.switch_auto_segmentation ?? false;
  return (
    <AccountPage>
      <AccountCard
        title="Beta Features"
        foot={
          <>
            <Button disabled={!isDirty || isPending} onClick={cancel}>
              Cancel
            </Button>
            <Button kind="primary" busy={isPending} onClick={save}>
              Save
            </Button>
          </>
        }
      >
        <p className="secondary">These work, but we are still changing them.</p>
        <Feature
          name="Auto Segmentation"
          about="Finds tacks, gybes, bear aways, douses and straights, and adds the tabs Maneuvers and Straights to your tracks."
          checked={form.auto_segmentation_enabled}
          disabled={!canSwitch}
          onChange={(auto_segmentation_enabled) => change({ auto_segmentation_enabled })}
        />
        {!canSwitch && (
          <p className={styles.reason}>
            Your plan has no Auto Segmentation. <Link to="/account/plan">See the plans</Link>
          </p>
        )}
        {form.auto_segmentation_enabled && (
          <Feature
            name="Wind Direction Arrow"
            about="Shows on the map where the wind comes from, and how certain that is."
            checked={form.show_wind_arrow}
            onChange={(show_wind_arrow) => change({ show_wind_arrow })}
          />
        )}
        {isFailed && <FieldError>Could not set features. Please try again.</FieldError>}
      </AccountCard>
    </AccountPage>
  );
}

interface FeatureProps {
  name: string;
  about: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

const Feature = ({ name, about, checked, disabled = false, onChange }: FeatureProps) => (
  <Switch
    label={
      <>
        <b className="block medium">{name}</b>
        <span className="small secondary">{about}</span>
      </>
    }
    checked={checked}
    disabled={disabled}
    onChange={onChange}
  />
);

/** The switches as stored, as changed here, and their storing. */
function useFeatures() {
  const user = useUser();
  const [changed, setChanged] = useState<Partial<Features>>({});
  const { mutate, isPending, isError, reset } = useSaveProfile();
  const stored: Features = {
    auto_segmentation_enabled: user?.auto_segmentation_enabled ?? false,
    show_wind_arrow: user?.show_wind_arrow ?? false,
  };
  const form = { ...stored, ...changed };
  const isDirty = (Object.keys(form) as (keyof Features)[]).some((name) => form[name] !== stored[name]);
  const change = (part: Partial<Features>) => {
    reset();
    setChanged((before) => ({ ...before, ...part }));
  };
  const cancel = () => {
    reset();
    setChanged({});
  };
  // What was not touched is not sent: a plan without the feature keeps its switch for a later one.
  const save = () => mutate(changed, { onSuccess: () => setChanged({}) });
  return { form, isDirty, change, cancel, save, isPending, isFailed: isError };
}

import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useSnapshot } from "valtio";
import { ApiFailure, failureSentence } from "../../api/failure";
import { Avatar } from "../../components/avatar";
import { Button } from "../../components/button";
import { Confirm } from "../../components/dialog";
import { PictureDrop } from "../../pictures/picture-drop";
import { useDeletePicture, useUploadPicture } from "../../queries/profile";
import { notify } from "../../stores/notices";
import { fullName, session } from "../../stores/session";

/** The user's picture; a new one is stored at once, without Save. */
export function ProfilePicture() {
  const { user } = useSnapshot(session);
  const { mutate, isPending, error } = useUploadPicture();
  const [isAsking, setAsking] = useState(false);
  if (!user) return null;
  const image = user.profile_img;
  return (
    <>
      <PictureDrop
        label="Profile picture"
        hint="shown as a circle"
        preview={<Avatar name={fullName(user)} image={image} size="large" />}
        busy={isPending ? "Saving the picture" : null}
        error={error ? messageOf(error) : undefined}
        onPicture={(picture) => mutate(picture, { onSuccess: () => notify.success("User Updated") })}
        action={
          image && (
            <Button kind="quiet" icon={Trash2} onClick={() => setAsking(true)}>
              Remove
            </Button>
          )
        }
      />
      {isAsking && <RemoveQuestion onClose={() => setAsking(false)} />}
    </>
  );
}

const messageOf = (cause: unknown): string =>
  (cause instanceof ApiFailure && cause.fields.file?.join(" ")) || failureSentence(cause);

function RemoveQuestion({ onClose }: { onClose: () => void }) {
  const { mutate, isPending } = useDeletePicture();
  const remove = () =>
    mutate(undefined, {
      onSettled: onClose,
      onSuccess: () => {
        notify.success("User Updated");
        // The button that asked is gone.
        setTimeout(() => document.getElementById("page")?.focus(), 50);
      },
    });
  return (
    <Confirm
      open
      question="Remove your picture?"
      detail="Your initials are shown in its place."
      busy={isPending}
      onYes={remove}
      onNo={onClose}
    />
  );
}

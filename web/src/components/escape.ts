/** Base UI clears the value of a field with suggestions when Escape is pressed while its list is closed; ours keep it. */

interface ChangeDetails {
  reason: string;
  cancel: () => void;
  allowPropagation: () => void;
}

export const isEscape = ({ reason }: Pick<ChangeDetails, "reason">): boolean => reason === "escape-key";

/** Keeps the value and passes the key on, so that it closes the dialog around the field. */
export function leaveUnchanged(details: Pick<ChangeDetails, "cancel" | "allowPropagation">): void {
  details.cancel();
  details.allowPropagation();
}

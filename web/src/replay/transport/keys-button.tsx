import { Keyboard } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "../../components/button";
import { lazyClosable } from "../../components/lazy-component";
import { WRITING } from "./keys";

const KeysDialog = lazyClosable(() => import("./keys-dialog").then((part) => part.KeysDialog));

export const loadKeys = KeysDialog.load;

/** Opens the list of keyboard shortcuts; so does the key "?". */
export function KeysButton({ isRace }: { isRace: boolean }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === "?" && !(event.target as HTMLElement).closest(WRITING)) setOpen(true);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  return (
    <>
      <IconButton icon={Keyboard} label="Keyboard shortcuts" onClick={() => setOpen(true)} />
      {isOpen && <KeysDialog isRace={isRace} onClose={() => setOpen(false)} />}
    </>
  );
}

import { Plus } from "lucide-react";
import { useState } from "react";
import { useSnapshot } from "valtio";
import { Button } from "../components/button";
import { lazyClosable } from "../components/lazy-component";
import { session } from "../stores/session";
import { mayCreateRace } from "./race-names";

const NewRace = lazyClosable(() => import("./new-race").then((module) => module.NewRace));

/** For those who may make races. */
export function NewRaceButton({ kind }: { kind: "primary" | "outline" }) {
  const { user } = useSnapshot(session);
  const [isOpen, setOpen] = useState(false);
  if (!user || !mayCreateRace(user)) return null;
  return (
    <>
      <Button kind={kind} icon={Plus} onClick={() => setOpen(true)}>
        New Race
      </Button>
      {isOpen && <NewRace onClose={() => setOpen(false)} />}
    </>
  );
}

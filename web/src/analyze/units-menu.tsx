import { Ruler } from "lucide-react";
import { useState } from "react";
import { useSnapshot } from "valtio";
import { Button } from "../components/button";
import { Popover } from "../components/popover";
import { UnitFields } from "../forms/unit-fields";
import { session } from "../stores/session";
import { chooseUnits, chosen } from "../stores/units";
import styles from "./analyze-toolbar.module.css";

/** The units of a visitor. With an account they are in its profile. */
export function UnitsMenu() {
  const [isOpen, setOpen] = useState(false);
  const { user } = useSnapshot(session);
  const { visitor } = useSnapshot(chosen);
  if (user) return null;
  return (
    <Popover open={isOpen} onOpenChange={setOpen} label="Units" trigger={<Button icon={Ruler}>Units</Button>}>
      <div className={styles.units}>
        <UnitFields value={visitor} onChange={chooseUnits} />
      </div>
    </Popover>
  );
}

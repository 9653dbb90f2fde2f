import { Upload } from "lucide-react";
import { Button } from "../components/button";
import { useTargetsOf } from "../queries/targets";
import { TargetMenu } from "./target-menu";
import { type PolarFileProps, usePolarFile } from "./use-polar-file";

/** The choice of a polar file; once some are kept for the class, the choice of one of them or of another file. */
export function PolarFileButton(props: PolarFileProps) {
  const { choose, elements } = usePolarFile(props);
  const kept = useTargetsOf(props.boat_class);
  if (kept && kept.length > 0) return <TargetMenu {...props} />;
  return (
    <>
      <Button icon={Upload} onClick={choose} title="A polar of Expedition, ORC, OpenCPN or qtVlm as the target">
        Polar file
      </Button>
      {elements}
    </>
  );
}

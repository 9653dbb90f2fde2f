import { useForm } from "react-hook-form";
import { Field } from "../../ui/field";
import { FormDialog } from "../../ui/forms/form-dialog";
import { fieldOf } from "../../ui/forms/submit-handler";

interface CreateAnalysisProps {
  onClose: () => void;
  onCreate: (name: string | null) => Promise<void>;
}

/** Asks for the name of a straight-line analysis, which may stay empty, and makes it. */
export function CreateAnalysis({ onClose, onCreate }: CreateAnalysisProps) {
  const form = useForm({ defaultValues: { name: "" } });
  return (
    <FormDialog
      form={form}
      save={({ name }) => onCreate(name.trim() || null)}
      onClose={onClose}
      title="Create Segment"
      submit="Create Analysis"
    >
      <Field label="Straight Line Analysis Name" hint="Optional." maxLength={100} {...fieldOf(form, "name")} />
    </FormDialog>
  );
}

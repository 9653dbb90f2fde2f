import { STAR_TAGS } from "@leebow/api/contract";
import { Check } from "lucide-react";
import { Controller, useForm } from "react-hook-form";
import { useSnapshot } from "valtio";
import { Button } from "../../components/button";
import { Field } from "../../components/field";
import { Icon } from "../../components/icon";
import { SectionEnds } from "../../corrections/section-ends";
import { minutesAndSeconds } from "../../format/durations";
import { clockSeconds } from "../../format/times";
import { submitHandler } from "../../forms/submit-handler";
import type { StarSource } from "../../queries/stars";
import type { ReplayModel } from "../../session/replay-model";
import { notify } from "../../stores/notices";
import styles from "./star.module.css";
import { StarSign } from "./star-sign";

type StarTag = (typeof STAR_TAGS)[number];

interface NewStar {
  content: string;
  tags: StarTag[];
}

/** Name, tags and section of a new gold star. */
export function StarForm({ model, source }: { model: ReplayModel; source: StarSource }) {
  const { stars } = model;
  const form = useForm<NewStar>({ defaultValues: { content: "", tags: [] } });
  const { errors, isSubmitting } = form.formState;
  const close = () => {
    stars.draft = null;
  };
  const save = async ({ content, tags }: NewStar) => {
    const section = stars.draft;
    if (!section) return;
    await source.create({
      content: content.trim(),
      tags: tags.map((value) => ({ value })),
      s_point: new Date(section.from_ms).toISOString(),
      e_point: new Date(section.to_ms).toISOString(),
    });
    notify.success("Gold star saved.");
    close();
  };
  return (
    <form
      className={styles.form}
      aria-label="New gold star"
      onSubmit={submitHandler(form, save, "content")}
      onKeyDown={(event) => event.key === "Escape" && close()}
    >
      <h2 className={styles.title}>
        <StarSign /> New gold star
      </h2>
      <SectionText model={model} />
      <Field label="Name" autoFocus maxLength={200} error={errors.content?.message} {...form.register("content")} />
      <Controller
        control={form.control}
        name="tags"
        render={({ field }) => <TagButtons chosen={field.value} onChange={field.onChange} />}
      />
      <div className={styles.actions}>
        <Button onClick={close}>Cancel</Button>
        <Button kind="primary" type="submit" busy={isSubmitting} disabled={form.watch("content").trim() === ""}>
          Save
        </Button>
      </div>
    </form>
  );
}

function TagButtons({ chosen, onChange }: { chosen: readonly StarTag[]; onChange: (tags: StarTag[]) => void }) {
  return (
    <div role="group" aria-label="Tags" className={styles.chips}>
      {STAR_TAGS.map((tag) => {
        const isOn = chosen.includes(tag);
        return (
          <button
            key={tag}
            type="button"
            className={styles.chip}
            aria-pressed={isOn}
            onClick={() => onChange(isOn ? chosen.filter((one) => one !== tag) : [...chosen, tag])}
          >
            {isOn && <Icon of={Check} size={14} />}
            {tag}
          </button>
        );
      })}
    </div>
  );
}

/** The section in words, and its ends by keyboard. */
function SectionText({ model }: { model: ReplayModel }) {
  const { draft } = useSnapshot(model.stars);
  if (!draft) return null;
  const { from_ms, to_ms } = draft;
  const { zone } = model;
  return (
    <>
      <p className="small secondary">
        {clockSeconds(from_ms, zone)} to {clockSeconds(to_ms, zone)}, {minutesAndSeconds((to_ms - from_ms) / 1000)}.
        Drag the handles in the chart to change it.
      </p>
      <SectionEnds model={model} />
    </>
  );
}

import { LEFT_OUT_TEXT, NO_LOSS_TEXT, NOT_COUNTED_TEXT, PLUS_MINUS_MEANING } from "@leebow/core";
import { useEffect } from "react";
import { Link, useLocation } from "react-router-dom";
import { AccuracyFigures, Shortfalls } from "../../help/accuracy";
import { DefinitionList } from "../../help/definition-list";
import { LegalText } from "./legal-text";

/** The reasons that the two lists before do not have. */
const { not_counted: _, no_loss: __, ...ALSO_LEFT_OUT } = LEFT_OUT_TEXT;

/** How the wind and the losses are found, how well, and the definitions of the figures. */
export function Page() {
  useLinkedPart();
  return (
    <LegalText
      title="About these numbers"
      lead="How Leebow finds the wind and the metres lost, what the ± says, what is left out, and how well it all works where we could measure it."
    >
      <TheWind />
      <TheLosses />
      <h2>What is left out</h2>
      <p>
        A turn that is not certain enough is listed with a dashed mark and not counted, for one of these reasons:{" "}
        {Object.values(NOT_COUNTED_TEXT).join(", ")}. A turn has no loss, or only a lower bound of it, for one of these:{" "}
        {Object.values(NO_LOSS_TEXT).join(", ")}. Averages also leave these out:{" "}
        {Object.values(ALSO_LEFT_OUT).join(", ")}.
      </p>
      <p>
        The report says why for each, and you can take any turn with a loss into the average by its checkbox. What is
        not known stays empty; it is never zero.
      </p>
      <AccuracyFigures />
      <Shortfalls />
      <h2 id="definitions">The figures on the screens</h2>
      <DefinitionList />
    </LegalText>
  );
}

const TheWind = () => (
  <>
    <h2>How the wind is found</h2>
    <p>
      A track alone shows the wind: boats sail upwind on two courses that lie the same angle off it, run downwind on two
      others, and turn with the bow or the stern through it. Leebow asks of every wind direction how well it explains
      the courses, the speeds and the turns, and follows the one that explains them best while it shifts. Where two
      directions explain a track about as well, no wind is shown, and you are asked.
    </p>
    <p>
      Where you attach the log of a wind sensor, or the boat carried one, the measured wind is used, together with the
      track where both agree. A wind you set by hand is used as you set it.
    </p>
    <h2>What the ± means</h2>
    <p>
      {PLUS_MINUS_MEANING} So 108° ± 6° says: with 90 % probability the wind came from between 102 and 114°. A wide ± is
      not a mistake, it says that the track tells little.
    </p>
  </>
);

const TheLosses = () => (
  <>
    <h2>How losses are measured</h2>
    <p>
      A loss is in metres: how far behind you are of yourself, had you sailed on without the turn. It is measured{" "}
      <b>along the wind</b> where the boat sailed upwind or downwind before and after: the metres made good to windward
      or leeward that the turn cost, until 80 % of the speed is back.
    </p>
    <p>
      Where a turn began or ended on a reach, metres along the wind say nothing. There it is measured <b>by speed</b>:
      the way sailed against the way at the speed before and after. The two are losses of different things; they are
      never averaged together, and each figure says which it is.
    </p>
    <p>
      The dashboard shows the loss until the whole speed is back where that was seen, else the loss until 80 % of it is
      back. A day has a median only with three maneuvers or more in a wind category.
    </p>
    <p>
      You can <Link to="/analyze">analyze a file</Link> of your own and look at each turn.
    </p>
  </>
);

/** Scrolls to the definition that the address names, also when it is named while the page is open. */
function useLinkedPart(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (!hash) return;
    const part = document.getElementById(decodeURIComponent(hash.slice(1)));
    part?.scrollIntoView({ block: "center" });
    part?.focus({ preventScroll: true });
  }, [hash]);
}

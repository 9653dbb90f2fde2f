import { useSnapshot } from "valtio";
import { session } from "../stores/session";
import { closedWelcome, closeWelcome, welcomeFor } from "../stores/welcome";
import { BoatClassPrompt } from "./boat-class-prompt";
import { FilmDialog } from "./film-dialog";

/** The film once for each user, then the question for a missing boat class: one dialog at a time. */
export function Welcome() {
  const { user } = useSnapshot(session);
  const closed = useSnapshot(closedWelcome);
  if (!user) return null;
  const part = welcomeFor(user, closed);
  if (part === "film") return <FilmDialog firstName={user.first_name} onClose={() => closeWelcome("film", user.id)} />;
  if (part === "boat_class") return <BoatClassPrompt onClose={() => closeWelcome("boat_class", user.id)} />;
  return null;
}

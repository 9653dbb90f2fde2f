/** Answers that were asked for by the script in the page (preload-plugin.ts), before there was any other code. */

/** By their address, for the session with this token. */
export interface EarlyAnswers {
  token: string;
  answers: Map<string, Promise<Response>>;
}

/** How long after the page was opened one is new enough, ms. *guess* */
const FRESH_MS = 30_000;

/**
 * The answer to a GET of this address, once; undefined where it was not asked for, and where it was refused or did not come:
 * what the user has done since may have changed that.
 */
export function takeEarly(address: string, token: string | null): Promise<Response | undefined> | undefined {
  const { leebow_early: early } = globalThis as { leebow_early?: EarlyAnswers };
  if (!early || early.token !== token || performance.now() > FRESH_MS) return undefined;
  const answer = early.answers.get(address);
  early.answers.delete(address);
  return answer?.then(
    (response) => (response.ok ? response : undefined),
    () => undefined,
  );
}

/** Forgets all of them: what they say may be another after a change. */
export function forgetEarly(): void {
  const { leebow_early: early } = globalThis as { leebow_early?: EarlyAnswers };
  early?.answers.clear();
}

/** The account, its plan, Garmin, the welcome and teams. */
import { PICTURE } from "../account-pages";
import { confirmationLink } from "../confirmation-link.mjs";
import { createAccount, newPerson } from "../helpers";
import { newTeam } from "../journal";
import { call, coach, confirmed, createTeam, newcomer, once, renewed } from "./seeds";
import { chooses, dialog, fills, goes, presses, radio, sees, seesThe, types } from "./steps";
import { DESK, PHONE, type Row, type State, type Step } from "./walk";

/** The public address of the server, to which the providers lead back. */
const PUBLIC = `http://localhost:${process.env.LEEBOW_E2E_PORT ?? 4390}`;
const BOTH = [DESK, PHONE];

/** A user who changes units and connects Garmin, whose sample session becomes a track: a newcomer has none. */
const changing = once(() => createAccount());

export const ACCOUNT: Row[] = [
  {
    name: "/account",
    at: "/account",
    as: changing,
    states: [
      { name: "the profile", reach: [seesThe((at) => at.getByLabel("First name"))], sizes: [PHONE], fits: [DESK] },
      {
        name: "units that were chosen",
        reach: [chooses("Distance", /nm$/), chooses("Speed", /km\/h$/), chooses("Length", /ft$/)],
        sizes: BOTH,
      },
      {
        name: "refused",
        reach: [
          fills("First name", ""),
          fills("Last name", "Vi"),
          fills("Password", "short"),
          presses("Save"),
          sees("Password must be 6 characters"),
        ],
      },
      {
        name: "deleting the account",
        reach: [presses("Delete my account"), dialog("Delete your account?")],
        fits: [],
      },
    ],
  },
  {
    name: "/account/beta",
    at: "/account/beta",
    as: newcomer,
    states: [
      { name: "the switches", reach: [seesThe((at) => at.getByRole("switch", { name: /Wind Direction Arrow/ }))] },
    ],
  },
  {
    name: "/account/garmin",
    at: `${PUBLIC}/account/garmin`,
    as: changing,
    states: [
      { name: "not connected", reach: [seesThe((at) => at.getByRole("button", { name: "Garmin Connect" }))] },
      {
        name: "the consent of the provider",
        reach: [presses("Garmin Connect"), sees("Connect Leebow with Garmin?")],
      },
      {
        name: "connected",
        reach: [
          presses("Allow"),
          sees("Sample session"),
          seesThe((at) => at.getByRole("link", { name: /^Track \d+$/ })),
        ],
        spaced: true,
        fits: [],
      },
    ],
  },
  {
    name: "/account/plan",
    at: `${PUBLIC}/account/plan`,
    as: confirmed,
    states: [
      { name: "the plans", reach: [sees(/its plans cost nothing/)], dark: true },
      { name: "the payment", reach: [presses("Choose Coach"), sees(/This server takes no money/)] },
      {
        name: "declined",
        reach: [presses("Decline"), sees("Payment failed. Please try another payment method.")],
        fits: [],
      },
      {
        name: "paid",
        reach: [presses("Try again"), presses("Pay"), sees("Subscription successful, thank you!")],
        fits: [],
      },
    ],
  },
  {
    name: "the plan of a coach",
    at: "/account/plan",
    as: coach,
    states: [{ name: "cancelling it", reach: [presses("Cancel"), dialog("Cancel subscription?")], fits: [] }],
  },
];

/** A user who has seen nothing of the welcome, without a boat class. */
const unwelcomed: Step = (page) =>
  page.addInitScript(() => {
    if (sessionStorage.getItem("unwelcomed")) return;
    sessionStorage.setItem("unwelcomed", "yes");
    localStorage.removeItem("leebow.welcome");
  });

export const WELCOME: Row[] = [
  {
    name: "the first login",
    at: "/home",
    as: async () => {
      const account = await newcomer();
      const session = account.session as { user: object };
      return { ...account, session: { ...session, user: { ...session.user, primary_boat_class: null } } };
    },
    answers: unwelcomed,
    states: [
      { name: "the film", reach: [dialog(/^Welcome to Leebow/)], fits: [] },
      { name: "the question for the boat", reach: [presses("Skip"), dialog("Which boat do you sail most?")] },
    ],
  },
];

/** An athlete whose address is not confirmed, and the team that waits for that. */
const waiting = once(async () => {
  const athlete = await createAccount(newPerson("Jon", "Etxeberria"));
  const team = await createTeam(await coach(), "Waiting");
  await call(await coach(), "POST", `/teams/${team}/members/`, { email: athlete.email });
  return { athlete, team };
});

/** A coach, an athlete who has chosen who sees the tracks, and their team. */
export const team = once(async () => {
  const { coach, athlete } = await newTeam();
  const [{ id }] = await call<[{ id: number }]>(coach, "GET", "/teams/");
  return { coach, athlete, id };
});

const asks = (name: string): State => ({
  name: `${name}, the address not confirmed`,
  reach: [goes(name), seesThe((at) => at.getByRole("region", { name: "Confirm your address" }))],
});

export const TEAMS: Row[] = [
  {
    name: "/teams without a team",
    at: "/teams",
    as: newcomer,
    states: [{ name: "no team", reach: [sees(/You aren't a member of any teams\./)] }],
  },
  {
    name: "/teams",
    at: "/teams",
    as: async () => (await team()).coach,
    states: [
      {
        name: "a new team with its logo",
        reach: [
          presses("+ New Team"),
          fills("Team Name", "Snipe Valencia"),
          (at) => at.getByRole("dialog").locator('input[type="file"]').setInputFiles(PICTURE),
          seesThe((at) => at.getByRole("dialog").locator('img[src^="blob:"]')),
        ],
        fits: [],
      },
    ],
  },
  {
    name: "a team",
    at: async () => `/teams/${(await team()).id}`,
    as: async () => (await team()).coach,
    states: [
      { name: "its members", reach: [sees(/1 coach, 1 athlete\./)], dark: true },
      {
        name: "an athlete without an account",
        reach: [
          presses("Add"),
          fills("Enter athlete's email address", "nobody@sail.example"),
          types("Enter"),
          sees(/There is no account with this e-mail\./),
        ],
        fits: [],
      },
      {
        name: "the menu of a member on a phone",
        reach: [
          types("Escape"),
          presses("More for Marta Vidal"),
          seesThe((at) => at.getByRole("menuitem", { name: "Demote" })),
        ],
        sizes: [PHONE],
        fits: [],
      },
    ],
  },
  {
    name: "the team of an athlete",
    at: async () => `/teams/${(await team()).id}`,
    as: async () => (await team()).athlete,
    states: [
      {
        name: "who sees the tracks",
        reach: [presses(/^(Choose|Manage Permissions|Change)/), radio("Coaches Only")],
        fits: [],
      },
    ],
  },
  {
    name: "a team with somebody who is not confirmed",
    at: async () => `/teams/${(await waiting()).team}`,
    as: async () => renewed(await coach()),
    states: [{ name: "pending", reach: [sees("Pending")] }],
  },
  {
    name: "an address that is not confirmed",
    at: "/upload",
    as: async () => (await waiting()).athlete,
    states: [asks("/upload"), asks("/account"), asks("/teams")],
  },
  {
    name: "the link to confirm an address",
    at: async () => {
      const { email } = (await waiting()).athlete;
      while (!confirmationLink(email)) await new Promise((resolve) => setTimeout(resolve, 200));
      return confirmationLink(email);
    },
    states: [{ name: "the question", reach: [sees(/^Is .* your address\?$/)] }],
  },
];

import { z } from "zod";
import { type Place, taskKind } from "./place.ts";
import { Refusal, type ToolBox, tool } from "./tool-box.ts";

interface Tickets {
  signedIn: boolean;
  tickets: Ticket[];
}

interface Ticket {
  id: string;
  title: string;
  status: "new" | "triaged" | "closed";
  severity?: string;
  assignee?: string;
  /** How it was closed. */
  closed?: string;
  /** Id of the ticket that it is a part of. */
  parent?: string;
  comments: Array<{ text: string; visibility: "internal" | "public" }>;
}

const RESOLUTIONS = { fixed: "R-FIX", duplicate: "R-DUP", "cannot reproduce": "R-CNR", "works as designed": "R-WAD" };
const REASONS = { fixed: 410, duplicate: 420, "cannot reproduce": 430, "works as designed": 440 };
const PEOPLE = [
  { id: "u-204", name: "Mina Park", team: "payments" },
  { id: "u-311", name: "Ken Sato", team: "search" },
  { id: "u-118", name: "Lin Wei", team: "mobile" },
  { id: "u-427", name: "Ada Brook", team: "storage" },
] as const;

const ticketId = z.string().describe("id of the ticket");

function ticketAt(state: Tickets, id: string): Ticket {
  if (!state.signedIn) throw new Refusal("401 sign in first");
  const ticket = state.tickets.find((each) => each.id === id);
  if (!ticket) throw new Refusal(`404 no ticket "${id}"`);
  return ticket;
}

function close(state: Tickets, id: string, how: string) {
  const ticket = ticketAt(state, id);
  if (ticket.status === "closed") throw new Refusal("409 it is closed");
  if (state.tickets.some(({ parent, status }) => parent === id && status !== "closed"))
    throw new Refusal("409 it has open subtasks");
  ticket.status = "closed";
  ticket.closed = how;
  return { id, status: ticket.status };
}

const shared: ToolBox<Tickets> = {
  sign_in: tool("Signs in.", z.object({}), (state: Tickets) => {
    state.signedIn = true;
    return { signed_in: true };
  }),
  search_tickets: tool(
    "Finds tickets by words of their titles.",
    z.object({ words: z.string() }),
    (state: Tickets, { words }) => {
      if (!state.signedIn) throw new Refusal("401 sign in first");
      const wanted = words.toLowerCase();
      return {
        tickets: state.tickets
          .filter(({ title }) => title.toLowerCase().includes(wanted))
          .map(({ id, title, status }) => ({ id, title, status })),
      };
    },
  ),
  get_ticket: tool("Gives a ticket with its subtasks.", z.object({ id: ticketId }), (state: Tickets, { id }) => {
    const { comments, ...ticket } = ticketAt(state, id);
    const subtasks = state.tickets.filter(({ parent }) => parent === id).map((each) => each.id);
    return { ...ticket, comments: comments.length, subtasks };
  }),
  list_people: tool("Lists the people who can be assigned.", z.object({}), () => ({
    people: PEOPLE.map((each) => ({ ...each })),
  })),
  set_severity: tool(
    "Triages a ticket.",
    z.object({ id: ticketId, severity: z.enum(["low", "medium", "high"]) }),
    (state: Tickets, { id, severity }) => {
      const ticket = ticketAt(state, id);
      ticket.severity = severity;
      ticket.status = "triaged";
      return { id, status: ticket.status };
    },
  ),
  assign_ticket: tool(
    "Assigns a ticket.",
    z.object({ id: ticketId, person_id: z.string().describe("id of a person") }),
    (state: Tickets, { id, person_id }) => {
      const ticket = ticketAt(state, id);
      if (!PEOPLE.some((each) => each.id === person_id)) throw new Refusal(`404 no person "${person_id}"`);
      if (ticket.status === "new") throw new Refusal("409 a new ticket must be triaged before it is assigned");
      ticket.assignee = person_id;
      return { id, assignee: person_id };
    },
  ),
  add_comment: tool(
    "Comments on a ticket.",
    z.object({ id: ticketId, text: z.string(), visibility: z.enum(["internal", "public"]).optional() }),
    (state: Tickets, { id, text, visibility = "internal" }) => {
      ticketAt(state, id).comments.push({ text, visibility });
      return { id, visibility };
    },
  ),
};

const before: ToolBox<Tickets> = {
  ...shared,
  list_resolutions: tool("Lists the resolutions and their codes.", z.object({}), () => ({ resolutions: RESOLUTIONS })),
  close_ticket: tool(
    "Closes a ticket.",
    z.object({ id: ticketId, resolution: z.string().describe("code of the resolution") }),
    (state: Tickets, { id, resolution }) => {
      const name = Object.entries(RESOLUTIONS).find(([, code]) => code === resolution)?.[0];
      if (name === undefined) throw new Refusal(`422 no resolution "${resolution}"`);
      return close(state, id, name);
    },
  ),
};

const after: ToolBox<Tickets> = {
  ...shared,
  list_reasons: tool("Lists the reasons for closing and their numbers.", z.object({}), () => ({ reasons: REASONS })),
  close_ticket: tool(
    "Closes a ticket.",
    z.object({ id: ticketId, reason_number: z.number().describe("number of the reason") }),
    (state: Tickets, { id, reason_number }) => {
      const name = Object.entries(REASONS).find(([, number]) => number === reason_number)?.[0];
      if (name === undefined) throw new Refusal(`422 no reason ${reason_number}`);
      return close(state, id, name);
    },
  ),
};

const TITLES = [
  "Refund shows twice",
  "Search misses accents",
  "App closes on rotate",
  "Upload stops at 2 GB",
  "Invoice has wrong date",
  "Filter forgets its choice",
  "Badge stays after reading",
  "Restore skips empty folders",
] as const;
const titleAt = (n: number) => TITLES[n % TITLES.length]!;
const idAt = (n: number) => `T-${4_100 + 37 * n}`;

interface TicketGoal {
  n: number;
  title: string;
  id: string;
}

const goalOf =
  (shift: number) =>
  (n: number): TicketGoal => ({ n, title: titleAt(n + shift), id: idAt(n + shift) });

function desk(goal: TicketGoal, changes: Partial<Ticket> = {}, more: Ticket[] = []): Tickets {
  const other: Ticket = { id: idAt(goal.n + 40), title: "Printer is on fire", status: "new", comments: [] };
  return {
    signedIn: false,
    tickets: [{ id: goal.id, title: goal.title, status: "new", comments: [], ...changes }, ...more, other],
  };
}

function subtasksOf({ n, id, title }: TicketGoal): Ticket[] {
  return [1, 2].map((i) => ({
    id: `${id}-${i + n}`,
    title: `${title}, part ${i}`,
    status: "triaged",
    parent: id,
    comments: [],
  }));
}

/** All tickets as they should be in the end; order and everything that is not named stay as they began. */
function ticketsShouldBe(state: Tickets, begun: Tickets, changed: Readonly<Record<string, Partial<Ticket>>>): string[] {
  return begun.tickets.flatMap((ticket) => {
    const wanted = { ...ticket, ...changed[ticket.id] };
    const found = state.tickets.find(({ id }) => id === ticket.id)!;
    const keys = ["status", "severity", "assignee", "closed", "comments"] as const;
    return keys
      .filter((key) => JSON.stringify(found[key]) !== JSON.stringify(wanted[key]))
      .map((key) => `${ticket.id}: ${key} is ${JSON.stringify(found[key])}, should be ${JSON.stringify(wanted[key])}`);
  });
}

const personFor = (n: number) => PEOPLE[n % PEOPLE.length]!;
const outcomeFor = (n: number) => Object.keys(RESOLUTIONS)[n % 4]!;

/** Tickets of customers: triage before assigning, codes for closing, subtasks, what customers may see. */
export const ticketDesk: Place<Tickets> = {
  name: "ticket-desk",
  about: "You work on the tickets of a help desk through its tools. Do exactly what is asked, nothing else.",
  tools: [before, after],
  kinds: [
    taskKind<Tickets, TicketGoal>({
      name: "assign",
      goal: goalOf(0),
      ask: {
        en: ({ n, title }) => `"${title}" is urgent: severity high, and give it to ${personFor(n).name}.`,
        ko: ({ n, title }) => `"${title}" 건이 급해. 심각도는 high로, 담당은 ${personFor(n).name}에게 맡겨.`,
        ja: ({ n, title }) =>
          `「${title}」は緊急です。重大度を high にして ${personFor(n).name} に割り当ててください。`,
        zh: ({ n, title }) => `“${title}”很紧急：严重程度设为 high，并分配给 ${personFor(n).name}。`,
      },
      begin: (goal) => desk(goal),
      faults: (state, goal) =>
        ticketsShouldBe(state, desk(goal), {
          [goal.id]: { status: "triaged", severity: "high", assignee: personFor(goal.n).id },
        }),
    }),
    taskKind<Tickets, TicketGoal>({
      name: "close",
      goal: goalOf(2),
      ask: {
        en: ({ n, title }) => `Close "${title}" as ${outcomeFor(n)}.`,
        ko: ({ n, title }) => `"${title}" 티켓을 ${outcomeFor(n)}(으)로 닫아 줘.`,
        ja: ({ n, title }) => `「${title}」を ${outcomeFor(n)} として閉じてください。`,
        zh: ({ n, title }) => `以 ${outcomeFor(n)} 关闭“${title}”。`,
      },
      begin: (goal) => desk(goal, { status: "triaged" }),
      faults: (state, goal) =>
        ticketsShouldBe(state, desk(goal, { status: "triaged" }), {
          [goal.id]: { status: "closed", closed: outcomeFor(goal.n) },
        }),
    }),
    taskKind<Tickets, TicketGoal>({
      name: "close-with-parts",
      goal: goalOf(4),
      ask: {
        en: ({ title }) => `The whole of "${title}" is fixed, all its parts too. Close it.`,
        ko: ({ title }) => `"${title}"이(가) 하위 작업까지 모두 해결됐어(fixed). 닫아 줘.`,
        ja: ({ title }) => `「${title}」は子チケットも含めてすべて直りました（fixed）。閉じてください。`,
        zh: ({ title }) => `“${title}”连同所有子任务都已修复（fixed），请关闭。`,
      },
      begin: (goal) => desk(goal, { status: "triaged" }, subtasksOf(goal)),
      faults: (state, goal) => {
        const closed = { status: "closed", closed: "fixed" } as const;
        const all = [goal.id, ...subtasksOf(goal).map(({ id }) => id)].map((id) => [id, closed] as const);
        return ticketsShouldBe(state, desk(goal, { status: "triaged" }, subtasksOf(goal)), Object.fromEntries(all));
      },
    }),
    taskKind<Tickets, TicketGoal>({
      name: "reply",
      goal: goalOf(6),
      ask: {
        en: ({ n, title }) => `Tell the customer of "${title}": "We ship the fix in ${n + 2} days."`,
        ko: ({ n, title }) => `"${title}" 고객에게 이렇게 답해 줘: "We ship the fix in ${n + 2} days."`,
        ja: ({ n, title }) => `「${title}」のお客様に「We ship the fix in ${n + 2} days.」と返信してください。`,
        zh: ({ n, title }) => `回复“${title}”的客户：“We ship the fix in ${n + 2} days.”`,
      },
      begin: (goal) => desk(goal, { status: "triaged" }),
      faults: (state, goal) =>
        ticketsShouldBe(state, desk(goal, { status: "triaged" }), {
          [goal.id]: { comments: [{ text: `We ship the fix in ${goal.n + 2} days.`, visibility: "public" }] },
        }),
    }),
  ],
};

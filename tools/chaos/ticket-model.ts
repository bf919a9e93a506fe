/** Model of the conversation with one customer: what each command of an agent and each message does to its tickets. */
import type { Seeded } from './seeded.ts';

export interface ModelTicket {
  status: 'pending' | 'open' | 'closed';
  userId: number | null;
  queueId: number | null;
  /** Types of its log entries, in their order. */
  log: string[];
  /** Messages of the customer, replies and notes. */
  messages: number;
}
export type Command =
  | { type: 'write' }
  | { type: 'reply' | 'return' | 'close' | 'ignore' | 'reopen' }
  | { type: 'accept' | 'start'; queueId: number }
  | { type: 'transfer'; userId: number | null; queueId: number };
type CommandType = Command['type'];

/** The people and queues that commands name; the agent performs them all. */
export interface Team {
  agentId: number;
  userIds: readonly number[];
  queueIds: readonly number[];
}

/** Commands by the status of the newest ticket; some of them are refused. */
const choices: Record<ModelTicket['status'], readonly CommandType[]> = {
  pending: ['write', 'accept', 'accept', 'transfer', 'close', 'ignore', 'start'],
  open: ['write', 'reply', 'reply', 'reply', 'return', 'transfer', 'close', 'start'],
  closed: ['write', 'reopen', 'start', 'close', 'return'],
};

export function chooseCommand(tickets: readonly ModelTicket[], team: Team, random: Seeded): Command {
  const newest = tickets.at(-1);
  if (!newest) return { type: 'write' };
  const type = random.pick(choices[newest.status]);
  const queueId = random.pick(team.queueIds);
  switch (type) {
    case 'accept':
    case 'start':
      return { type, queueId };
    case 'transfer':
      return { type, queueId, userId: random.pick([null, ...team.userIds]) };
    case 'reply':
      // Only in a ticket of one's own.
      return { type: newest.userId === team.agentId ? type : 'write' };
    default:
      return { type };
  }
}

/** The tickets after the command, or undefined if it is refused. */
export function applyCommand(
  tickets: readonly ModelTicket[],
  command: Command,
  agentId: number,
): readonly ModelTicket[] | undefined {
  const newest = tickets.at(-1);
  const opened = (change: Partial<ModelTicket>): ModelTicket[] => [
    ...tickets,
    { status: 'pending', userId: null, queueId: null, log: ['create'], messages: 0, ...change },
  ];
  const isClosed = !newest || newest.status === 'closed';
  if (command.type === 'write' && isClosed) return opened({ messages: 1 });
  if (command.type === 'start')
    return isClosed ? opened({ status: 'open', userId: agentId, queueId: command.queueId }) : undefined;
  if (!newest) return undefined;
  const changed = (change: Partial<ModelTicket>, ...log: string[]): ModelTicket[] => [
    ...tickets.slice(0, -1),
    { ...newest, ...change, log: [...newest.log, ...log] },
  ];
  const { status, messages } = newest;
  switch (command.type) {
    case 'write':
      return changed({ messages: messages + 1 });
    case 'reply':
      return status === 'open' ? changed({ messages: messages + 1 }) : undefined;
    case 'accept':
      return status === 'pending'
        ? changed({ status: 'open', userId: agentId, queueId: command.queueId }, 'open')
        : undefined;
    case 'return':
      return status === 'open' ? changed({ status: 'pending', userId: null }, 'pending') : undefined;
    case 'close':
    case 'ignore':
      return status === 'closed' ? undefined : changed({ status: 'closed' }, 'closed');
    case 'reopen':
      return status === 'closed' ? changed({ status: 'open', userId: agentId }, 'reopen') : undefined;
    case 'transfer': {
      if (status === 'closed') return undefined;
      const { userId, queueId } = command;
      const log = userId === null ? ['transfered'] : ['transfered', 'receivedTransfer'];
      // The note for the next agent is a message.
      const next = { status: userId === null ? 'pending' : 'open', userId, queueId, messages: messages + 1 } as const;
      return changed(next, ...log);
    }
  }
}

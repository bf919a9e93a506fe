import type { UserFlag } from '@balcao/domain/policy/actor';
import type { CallName } from './calls.ts';

/** Who a call is for, and what the others hear: written by hand from the rules, never taken from the policy. */
export interface Right {
  /** The least that the caller must be. */
  least: 'public' | 'user' | 'admin' | 'super' | 'self';
  /** Flags that open it to a plain user one by one. */
  flags?: UserFlag[];
  /** What success is called, where it is not 200. */
  ok?: 201;
  /** Still answers when the subscription has run out. */
  overdue?: true;
  /** What an admin of another company hears of this company's things: not found, or their own company's answer. */
  stranger: 404 | 'own';
}

const everyone: Right = { least: 'public', stranger: 'own' };
const colleagues: Right = { least: 'user', stranger: 'own' };
const admins: Right = { least: 'admin', stranger: 'own' };
const supers: Right = { least: 'super', stranger: 'own' };
const ofOne = (right: Right, more: Partial<Right> = {}): Right => ({ ...right, stranger: 404, ...more });

/** Every call. One without a row does not compile. */
export const rights: Record<CallName, Right> = {
  'settings.version': everyone,
  'settings.public': everyone,
  'access.signIn': everyone,
  'access.refresh': everyone,

  'access.signOut': { ...colleagues, overdue: true },
  'access.signOutEverywhere': { ...colleagues, overdue: true },
  'access.me': { ...colleagues, overdue: true },
  'companies.plan': ofOne(colleagues, { overdue: true }),

  'settings.company': { ...colleagues, overdue: true },
  'settings.companyOne': colleagues,
  // Tells which payment providers could be used, yes or no, and nothing else.
  'settings.payment': { ...colleagues, overdue: true },
  'settings.saveCompany': admins,
  'settings.list': admins,
  'settings.shown': colleagues,
  'settings.savePlatform': supers,

  // Colleagues see each other in brief; the rest is for admins and the person itself.
  'access.users': colleagues,
  'access.pickUsers': colleagues,
  'access.showUser': ofOne(colleagues),
  'access.createUser': admins,
  'access.updateUser': ofOne(admins),
  'access.removeUser': ofOne(admins),
  'access.keepListWidth': ofOne({ least: 'self', stranger: 404 }),
  'access.pictureOfUser': ofOne(admins),

  'queues.list': colleagues,
  'queues.show': ofOne(colleagues),
  'queues.create': admins,
  'queues.update': ofOne(admins, { ok: 201 }),
  'queues.remove': ofOne(admins),

  'tags.list': colleagues,
  'tags.pick': colleagues,
  'tags.lanes': colleagues,
  'tags.show': ofOne(colleagues),
  'tags.create': colleagues,
  'tags.update': ofOne(admins),
  'tags.remove': ofOne(admins),
};

/** Reviewed: what answers strangers. Everything else needs a session. */
export const publicCalls: CallName[] = ['access.refresh', 'access.signIn', 'settings.public', 'settings.version'];

/** Everything a customer, or the network itself, can do; played by hand, by script or by a test. */
import type { Told } from './deliveries.ts';
import type { Files } from './files.ts';
import { pastOf } from './past.ts';
import { readyMadePeople } from './people.ts';
import {
  authorOf,
  chatOf,
  hourOf,
  keepMessage,
  messageOf,
  newWid,
  type Customer,
  type PhoneAccount,
  type PhoneMessage,
  type PhoneSay,
  type Ticks,
} from './phones.ts';
import { sayOf, type Act, type ActOf } from './sayings.ts';
import type { Sessions } from './sessions.ts';

/** What was asked for is not there. */
export class Missing extends Error {
  readonly what: 'customer' | 'message' | 'choice' | 'account' | 'script' | 'file';
  constructor(what: Missing['what']) {
    super(what);
    this.what = what;
  }
}
type Fault = { code: string; message: string };
export interface ActNeeds {
  tell(account: PhoneAccount, customer: Customer, told: Told): void;
  /** The phone shows something new. */
  touch(customer: Customer): void;
  receipts(account: PhoneAccount, customer: Customer, message: PhoneMessage, upTo: Ticks, fault?: Fault): void;
  sessions: Sessions;
  files: Files;
  forget(account: PhoneAccount): void;
}

export function createActs({ tell, touch, receipts, sessions, files, forget }: ActNeeds) {
  /** What the phone keeps, and the house is told. */
  function say(account: PhoneAccount, act: { customerId: string } & Manner, what: PhoneSay): string {
    const customer = customerOf(account, act.customerId);
    const memberId = act.memberId ?? customer.members[0]?.id;
    const message: PhoneMessage = {
      ...blank(account, what),
      fromCustomer: true,
      ...(memberId !== undefined && { memberId }),
      isForwarded: act.isForwarded ?? false,
      ...(act.quotes !== undefined && { quotes: found(customer, act.quotes).wid }),
    };
    keepMessage(customer, message);
    customer.wroteAtMs = message.atMs;
    touch(customer);
    tellMessage(account, customer, message);
    return message.wid;
  }

  function tellMessage(account: PhoneAccount, customer: Customer, message: PhoneMessage): void {
    const author = message.fromCustomer ? authorOf(customer, message.memberId) : undefined;
    tell(account, customer, {
      item: {
        event: 'message',
        id: message.wid,
        ts: Math.floor(message.atMs / 1000),
        chat: chatOf(customer),
        ...(author && { author }),
        self: !message.fromCustomer,
        say: message.say.kind === 'strange' ? { kind: message.say.what, note: 'newer than you know' } : message.say,
        ...(message.quotes !== undefined && { quotes: message.quotes }),
        forwarded: message.isForwarded,
      },
      taken: () => {
        if (message.ticks !== 'waiting') return;
        message.ticks = 'sent';
        touch(customer);
      },
    });
  }

  function ownPhone(account: PhoneAccount, act: ActOf<'own-phone'>): string {
    const customer = customerOf(account, act.customerId);
    const message: PhoneMessage = {
      ...blank(account, { kind: 'text', body: act.text }),
      ticks: 'delivered',
      isFromOwnPhone: true,
    };
    keepMessage(customer, message);
    touch(customer);
    tellMessage(account, customer, message);
    return message.wid;
  }

  function choose(account: PhoneAccount, act: ActOf<'choose'>): string {
    const { say: asked, wid } = found(customerOf(account, act.customerId), act.wid);
    const rows =
      asked.kind === 'menu' ? asked.groups.flatMap(({ items }) => items) : asked.kind === 'taps' ? asked.items : [];
    const row = rows.find(({ id }) => id === act.choiceId);
    if (!row) throw new Missing('choice');
    return say(account, { ...act, quotes: wid }, { kind: 'pick', id: row.id, title: row.title });
  }

  function react(account: PhoneAccount, act: ActOf<'react'>): void {
    const customer = customerOf(account, act.customerId);
    const message = found(customer, act.wid);
    const by = act.memberId ?? customer.members[0]?.id ?? 'customer';
    if (act.emoji === '') delete message.reactions[by];
    else message.reactions[by] = act.emoji;
    touch(customer);
    const author = authorOf(customer, by);
    tell(account, customer, {
      item: {
        event: 'message',
        id: newWid(),
        ts: secondsNow(account),
        chat: chatOf(customer),
        ...(author && { author }),
        self: false,
        say: { kind: 'reaction', to: message.wid, emoji: act.emoji },
        forwarded: false,
      },
    });
  }

  /** Only what the customer wrote. */
  function takeBack(account: PhoneAccount, act: ActOf<'edit' | 'delete'>): void {
    const customer = customerOf(account, act.customerId);
    const message = found(customer, act.wid);
    if (!message.fromCustomer) throw new Missing('message');
    const about = { id: message.wid, chat: chatOf(customer), ts: secondsNow(account) };
    if (act.act === 'delete') {
      message.isDeleted = true;
      tell(account, customer, { item: { event: 'revoke', ...about } });
    } else {
      message.isEdited = true;
      if (message.say.kind === 'text') message.say = { kind: 'text', body: act.text };
      else if ('caption' in message.say) message.say = { ...message.say, caption: act.text };
      tell(account, customer, { item: { event: 'edit', ...about, body: act.text } });
    }
    touch(customer);
  }

  /** What of the house's messages this person has now got, seen, heard, or never will. */
  function notice(account: PhoneAccount, act: ActOf<'read' | 'online' | 'play' | 'fail'>): void {
    const customer = customerOf(account, act.customerId);
    const ofHouse = customer.messages.filter((message) => !message.fromCustomer && !message.isFromOwnPhone);
    if (act.act === 'online') customer.isOnline = act.isOnline;
    if (act.act === 'read' || (act.act === 'online' && act.isOnline)) {
      for (const message of ofHouse) receipts(account, customer, message, act.act === 'read' ? 'read' : 'delivered');
    }
    if (act.act === 'play' || act.act === 'fail') {
      const message = ofHouse.find(({ wid }) => wid === act.wid);
      if (!message) throw new Missing('message');
      if (act.act === 'play') receipts(account, customer, message, 'played');
      else receipts(account, customer, message, 'failed', { code: act.refusal, message: 'could not be brought' });
    }
    touch(customer);
  }

  /** Answers the id of the message that was made, where one was. */
  function perform(account: PhoneAccount, act: Act): string | null {
    switch (act.act) {
      case 'say':
      case 'send':
      case 'location':
      case 'contacts':
      case 'poll':
      case 'event':
      case 'ad':
      case 'strange':
      case 'call':
        return say(account, act, sayOf(act, files));
      case 'choose':
        return choose(account, act);
      case 'own-phone':
        return ownPhone(account, act);
      case 'react':
        react(account, act);
        return null;
      case 'edit':
      case 'delete':
        takeBack(account, act);
        return null;
      case 'read':
      case 'online':
      case 'play':
      case 'fail':
        notice(account, act);
        return null;
      case 'type':
      case 'picture': {
        const customer = customerOf(account, act.customerId);
        const chat = chatOf(customer);
        const file = act.act === 'picture' && act.hasPicture ? files.sample('avatar') : null;
        tell(account, customer, {
          item: act.act === 'type' ? { event: 'typing', chat } : { event: 'avatar', chat, file },
        });
        return null;
      }
      case 'scan':
      case 'renew-qr':
      case 'drop':
      case 'restore':
      case 'log-out':
        sessions.play(account, act.act);
        return null;
      case 'faults':
        account.faults = { ...account.faults, ...act.faults };
        return null;
      case 'history': {
        // In one line, or its end could overtake it.
        const [first] = account.customers;
        if (!first) return null;
        for (const told of pastOf(account, act)) tell(account, first, told);
        for (const customer of account.customers) touch(customer);
        return null;
      }
      case 'start-over':
        forget(account);
        account.customers = readyMadePeople(account);
        return null;
    }
  }

  return { perform, tellMessage };
}
export type Acts = ReturnType<typeof createActs>;

interface Manner {
  memberId?: string | undefined;
  quotes?: string | undefined;
  isForwarded?: boolean;
}

export function customerOf(account: PhoneAccount, id: string): Customer {
  const customer = account.customers.find((one) => one.id === id);
  if (!customer) throw new Missing('customer');
  return customer;
}
function found(customer: Customer, wid: string): PhoneMessage {
  const message = messageOf(customer, wid);
  if (!message) throw new Missing('message');
  return message;
}
const secondsNow = (account: PhoneAccount) => Math.floor(hourOf(account) / 1000);
const blank = (account: PhoneAccount, say: PhoneSay): PhoneMessage => ({
  wid: newWid(),
  fromCustomer: false,
  isFromOwnPhone: false,
  atMs: hourOf(account),
  ticks: 'waiting',
  isEdited: false,
  isDeleted: false,
  isForwarded: false,
  reactions: {},
  say,
});

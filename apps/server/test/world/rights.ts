import type { UserFlag } from '@balcao/domain/policy/actor';
import type { CallName } from './calls.ts';

/** Who a call is for, and what the others hear: written by hand from the rules, never taken from the policy. */
export interface Right {
  /** The least that the caller must be; a token is a program's, and whoever sends it is that program. */
  least: 'public' | 'token' | 'user' | 'admin' | 'super' | 'self';
  /** Flags that open it to a plain user one by one. */
  flags?: UserFlag[];
  /** For the others the thing itself is not there. */
  below?: 404;
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
const connectors: Right = { least: 'admin', flags: ['allowConnections'], stranger: 'own' };
/** Of a conversation that waits without a queue: whoever may not see it hears that there is none. */
const ofWaiting: Right = { least: 'admin', flags: ['allTicket'], below: 404, stranger: 404 };
/** Nobody else changes it, admins no more than others. */
const authors: Right = { least: 'self', stranger: 404 };
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
  'companies.hours': ofOne(colleagues),
  'companies.saveSchedules': ofOne(admins),
  'companies.saveTimeZone': ofOne(admins),
  'companies.addHoliday': { ...admins, ok: 201 },
  'companies.addNationalDays': { ...admins, ok: 201 },
  'companies.changeHoliday': ofOne(admins),
  'companies.removeHoliday': ofOne(admins),

  'settings.company': { ...colleagues, overdue: true },
  'settings.companyOne': colleagues,
  // Tells which payment providers could be used, yes or no, and nothing else.
  'settings.payment': { ...colleagues, overdue: true },
  'settings.saveCompany': admins,
  'settings.changes': admins,
  'settings.undo': ofOne(admins),
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
  'access.pause': ofOne(admins),
  'access.pictureOfUser': ofOne(admins),

  'queues.list': colleagues,
  'queues.show': ofOne(colleagues),
  'queues.create': admins,
  'queues.update': ofOne(admins, { ok: 201 }),
  'queues.remove': ofOne(admins),

  'chatbots.show': ofOne(colleagues),
  'chatbots.create': ofOne(admins),
  'chatbots.update': ofOne(admins, { ok: 201 }),
  'chatbots.remove': ofOne(admins),
  'chatbots.try': ofOne(admins),

  // A sheet is whose it was brought by; admins see everybody's, and for others it is not there.
  'contactSheets.upload': colleagues,
  'contactSheets.list': colleagues,
  'contactSheets.show': ofOne(admins, { below: 404 }),
  'contactSheets.preview': ofOne(admins, { below: 404 }),
  'contactSheets.start': ofOne(admins, { below: 404 }),
  'contactSheets.cancel': ofOne(admins, { below: 404 }),
  'contactSheets.undo': ofOne(admins, { below: 404 }),
  'contactSheets.export': admins,
  'contactSheets.exported': ofOne(admins),
  'contactSheets.duplicates': admins,
  'contactSheets.dismiss': ofOne(admins),
  'contactSheets.restore': ofOne(admins),
  'contactSheets.quickUpload': colleagues,
  'contactSheets.one': colleagues,
  'contactSheets.fromPhone': ofOne(colleagues),
  'contactSheets.fromChats': ofOne(colleagues),

  'privacy.consents': ofOne(admins),
  'privacy.withdraw': ofOne(admins),
  'privacy.exports': ofOne(admins),
  'privacy.makeExport': ofOne(admins),
  'privacy.erase': ofOne(admins),
  'privacy.erasures': admins,
  'privacy.erasure': ofOne(admins),

  'tags.list': colleagues,
  'tags.pick': colleagues,
  'tags.lanes': colleagues,
  'tags.show': ofOne(colleagues),
  'tags.ofContact': ofOne(colleagues),
  'tags.sync': ofOne(colleagues),
  'tags.takeFromContact': ofOne(colleagues),
  'tags.create': colleagues,
  'tags.update': ofOne(admins),
  'tags.remove': ofOne(admins),

  // In brief for everybody, in full for those who manage them.
  'connections.list': colleagues,
  'connections.show': ofOne(connectors),
  'connections.create': connectors,
  'connections.update': ofOne(connectors),
  'connections.remove': ofOne(connectors),
  'connections.newToken': ofOne(connectors),
  'connections.attach': ofOne(connectors),
  'connections.detach': ofOne(connectors),
  'connections.restart': connectors,
  'connections.openSession': ofOne(connectors),
  'connections.newSession': ofOne(connectors),
  'connections.endSession': ofOne(connectors),
  'connections.providers': connectors,
  'numberHealth.show': ofOne(connectors),
  'history.close': ofOne(connectors),
  'linkings.show': ofOne(connectors),
  'linkings.check': ofOne(connectors),
  'linkings.begin': connectors,
  // What somebody brought back from signing in is for that very session.
  'linkings.pages': { least: 'self', stranger: 404 },
  'linkings.join': connectors,

  'contacts.list': colleagues,
  'contacts.pick': colleagues,
  'contacts.show': ofOne(colleagues),
  'contacts.reveal': ofOne(admins),
  'contacts.create': colleagues,
  'contacts.update': ofOne(colleagues),
  'contacts.remove': ofOne(admins),
  // A number that nobody here has is an empty picture, not a fault.
  'contacts.picture': colleagues,
  'contacts.toggleAudio': ofOne(colleagues),
  'contacts.toggleBot': ofOne(colleagues),
  'contacts.block': ofOne(colleagues),
  'contacts.merges': ofOne(admins),
  'contacts.merge': ofOne(admins),
  'contacts.undoMerge': ofOne(admins),

  'tickets.list': colleagues,
  'tickets.counts': colleagues,
  'tickets.kanban': colleagues,
  'tickets.show': ofWaiting,
  'tickets.showByUuid': ofWaiting,
  'tickets.seen': ofWaiting,
  'tickets.markUnread': ofWaiting,
  'tickets.draft': ofWaiting,
  'tickets.keepDraft': ofWaiting,
  'tickets.setLane': { ...ofWaiting, ok: 201 },
  'tickets.clearLane': ofWaiting,
  'tickets.create': ofOne(colleagues),
  'tickets.update': ofWaiting,
  'tickets.remove': ofOne(admins),
  'tickets.closeAll': admins,
  'tickets.log': ofWaiting,

  'messages.list': ofWaiting,
  'messages.search': colleagues,
  'messages.transcribe': ofWaiting,
  'messages.send': ofWaiting,
  'messages.sendByToken': { least: 'token', stranger: 'own' },
  'messages.edit': ofWaiting,
  'messages.remove': ofWaiting,
  'messages.resend': ofWaiting,
  'messages.forward': ofWaiting,
  'messages.lista': ofWaiting,
  'templates.list': colleagues,
  'templates.sync': ofOne(connectors),
  'templates.preview': ofOne(colleagues),
  'templates.send': ofWaiting,
  'templates.start': ofOne(colleagues),
  'templates.automatic': ofOne(connectors),
  'templates.setAutomatic': ofOne(connectors),
  'messages.copy': ofWaiting,
  'messages.call': ofWaiting,
  'messages.url': ofWaiting,
  'messages.pix': ofWaiting,
  'messages.counts': { least: 'admin', flags: ['showDashboard'], stranger: 'own' },
  'messages.deliveries': admins,
  'messages.life': ofOne(admins),

  'dashboard.show': { least: 'admin', flags: ['showDashboard'], stranger: 'own' },
  'push.key': colleagues,
  'push.subscribe': colleagues,
  'push.unsubscribe': colleagues,

  // Read by whoever reads the contact; written by whoever reads the conversation; changed by author and admins.
  'notes.list': ofOne(colleagues),
  'notes.create': ofWaiting,
  'notes.update': ofOne(admins),
  'notes.remove': ofOne(admins),

  'quickMessages.list': colleagues,
  'quickMessages.pick': colleagues,
  'quickMessages.show': ofOne(colleagues),
  'quickMessages.create': colleagues,
  'quickMessages.update': authors,
  'quickMessages.remove': authors,
  'quickMessages.attach': authors,
  'quickMessages.detach': authors,

  'fileLists.list': admins,
  'fileLists.pick': admins,
  'fileLists.show': ofOne(admins),
  'fileLists.create': admins,
  'fileLists.update': ofOne(admins),
  'fileLists.remove': ofOne(admins),
  'fileLists.upload': ofOne(admins),

  'sandbox.overview': colleagues,
  'sandbox.thread': ofOne(colleagues),
  'sandbox.media': ofOne(colleagues),
  'sandbox.act': ofOne(connectors),
  'sandbox.newCustomer': ofOne(connectors, { ok: 201 }),
  'sandbox.scripts': colleagues,
  'sandbox.run': ofOne(connectors),
  'sandbox.clock': ofOne(connectors),
  'sandbox.pass': ofOne(connectors),
  'sandbox.trace': ofOne(colleagues),
};

/** Reviewed: what asks for the token of a connection instead of a session. */
export const tokenCalls: CallName[] = ['messages.sendByToken'];

/** Reviewed: what answers strangers. Everything else needs a session. */
export const publicCalls: CallName[] = ['access.refresh', 'access.signIn', 'settings.public', 'settings.version'];

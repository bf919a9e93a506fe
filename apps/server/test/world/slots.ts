import { callNamed, places, withValue, type AnySent, type CallName, type Part, type Place } from './calls.ts';
import type { Kind, Tenant } from './tenants.ts';

/** A place of a call that takes somebody's id. */
export interface Slot {
  in: Part;
  path: string;
  kind: Kind;
  /**
   * What a stranger's id leads to: `missing` is 404 as for an id that nobody has, `refused` is 400 or 404 and nothing
   * written, `ignored` is the very answer that an id that nobody has would give; `dropped` is left out, and the rest done.
   */
  stranger: 'missing' | 'refused' | 'ignored' | 'dropped';
  /** Super users work across companies here. */
  superMay?: true;
  /** A JSON list of ids in a query, or an address that names it by its uuid. */
  as?: 'list' | 'uuid';
  /** One id, or a list of them. */
  orList?: true;
  /** What must stand beside it for the call to be sound, by path. */
  beside?: Record<string, string>;
}

const own = (kind: Kind): Slot => ({ in: 'params', path: 'id', kind, stranger: 'missing' });
const named = (path: string, kind: Kind): Slot => ({ in: 'body', path, kind, stranger: 'refused' });
const at = (path: string, kind: Kind): Slot => ({ in: 'params', path, kind, stranger: 'missing' });
/** A filter by things that are not there shows nothing, whoever they belong to. */
const filter = (path: string, kind: Kind): Slot => ({ in: 'query', path, kind, stranger: 'ignored', as: 'list' });
const lanes = [named('nextLaneId', 'lane'), named('rollbackLaneId', 'lane')];
/** Where an option of a menu may lead to; with a name beside it, as every option has one. */
const leadsTo = (place: string): Slot[] =>
  (
    [
      ['optQueueId', 'queue'],
      ['optUserId', 'user'],
      ['optIntegrationId', 'unbuilt'],
      ['optFileId', 'fileList'],
    ] as const
  ).map(([path, kind]) => ({
    ...named(place + path, kind),
    ...(place !== '' && { beside: { [`${place}name`]: 'Palavra' } }),
  }));
const attachments = [
  named('integrationId', 'unbuilt'),
  named('fileListId', 'fileList'),
  { ...named('chatbots.0.id', 'botOption'), beside: { 'chatbots.0.name': 'Palavra' } },
  ...leadsTo('chatbots.0.'),
];
const lateRooms = ['integrationId', 'promptId', 'flowIdWelcome', 'flowIdNotPhrase'].map((path) =>
  named(path, 'unbuilt'),
);
const line = [
  named('queueIds.0', 'queue'),
  named('sendIdQueue', 'queue'),
  named('queueIdImportMessages', 'queue'),
  ...lateRooms,
];
const phones = [at('connectionId', 'connection')];
const talk = [at('ticketId', 'ticket')];
const company: Slot[] = [{ in: 'params', path: 'companyId', kind: 'company', stranger: 'missing', superMay: true }];
const duties = [named('whatsappId', 'connection'), named('queueIds.0', 'queue')];

/** The id slots of every call, and of what each is the id. A call without a row does not compile. */
export const slots: Record<CallName, Slot[]> = {
  'settings.version': [],
  'settings.company': [{ in: 'params', path: 'companyId', kind: 'company', stranger: 'ignored' }],
  'settings.companyOne': [],
  'settings.payment': [],
  'settings.saveCompany': [],
  'settings.changes': [],
  'settings.undo': [own('settingChange')],
  'settings.list': [],
  'settings.shown': [],
  'settings.savePlatform': [],
  'settings.public': [],

  'companies.plan': company,
  'companies.hours': company,
  'companies.saveSchedules': company,
  'companies.saveTimeZone': company,
  'companies.addHoliday': [],
  'companies.addNationalDays': [],
  'companies.changeHoliday': [own('holiday')],
  'companies.removeHoliday': [own('holiday')],

  'contactSheets.upload': [],
  'contactSheets.list': [],
  'contactSheets.show': [own('contactImport')],
  'contactSheets.preview': [own('contactImport')],
  'contactSheets.start': [own('contactImport'), named('tagIds.0', 'tag')],
  'contactSheets.cancel': [own('contactImport')],
  'contactSheets.undo': [own('contactImport')],
  'contactSheets.export': [{ ...named('contactTag.0', 'tag'), stranger: 'ignored' }],
  'contactSheets.exported': [own('contactExport')],
  'contactSheets.duplicates': [],
  'contactSheets.dismiss': [named('contactIds.0', 'contact')],
  'contactSheets.restore': [named('contactIds.0', 'contact')],
  'contactSheets.quickUpload': [],
  'contactSheets.one': [],
  'contactSheets.fromPhone': [named('whatsappId', 'connection')],
  'contactSheets.fromChats': [named('whatsappId', 'connection')],
  'privacy.consents': [own('contact')],
  'privacy.withdraw': [own('contact')],
  'privacy.exports': [own('contact')],
  'privacy.makeExport': [own('contact')],
  'privacy.erase': [own('contact')],
  'privacy.erasures': [],
  'privacy.erasure': [own('erasure')],

  'tags.list': [{ in: 'query', path: 'tagId', kind: 'tag', stranger: 'ignored' }],
  'tags.pick': [],
  'tags.lanes': [],
  'tags.show': [own('tag')],
  'tags.ofContact': [at('contactId', 'contact')],
  'tags.sync': [named('contactId', 'contact'), named('tags.0.id', 'tag')],
  'tags.takeFromContact': [at('contactId', 'contact'), at('tagId', 'tag')],
  'tags.create': lanes,
  'tags.update': [own('tag'), ...lanes],
  'tags.remove': [own('tag')],

  'access.signIn': [],
  'access.refresh': [],
  'access.signOut': [],
  'access.signOutEverywhere': [],
  'access.me': [],
  'access.users': [],
  'access.pickUsers': [],
  'access.showUser': [own('user')],
  'access.createUser': duties,
  'access.updateUser': [own('user'), ...duties],
  'access.removeUser': [own('user')],
  'access.keepListWidth': [own('user')],
  'access.pause': [own('user')],
  'access.pictureOfUser': [own('user')],

  'queues.list': [],
  'queues.show': [own('queue')],
  'queues.create': attachments,
  'queues.update': [own('queue'), ...attachments],
  'queues.remove': [own('queue')],

  'chatbots.show': [own('botOption')],
  'chatbots.create': [
    named('queueId', 'queue'),
    named('chatbotId', 'botOption'),
    ...leadsTo(''),
    { ...named('options.0.id', 'botOption'), beside: { 'options.0.name': 'Palavra' } },
    ...leadsTo('options.0.'),
  ],
  'chatbots.update': [
    own('botOption'),
    ...leadsTo(''),
    { ...named('options.0.id', 'botOption'), beside: { 'options.0.name': 'Palavra' } },
    ...leadsTo('options.0.'),
  ],
  'chatbots.remove': [own('botOption')],
  'chatbots.try': [
    named('whatsappId', 'connection'),
    named('queueId', 'queue'),
    named('optionId', 'botOption'),
    named('drafts.queue.id', 'queue'),
    named('drafts.queue.integrationId', 'unbuilt'),
    named('drafts.queue.fileListId', 'fileList'),
    { ...named('drafts.queue.chatbots.0.id', 'botOption'), beside: { 'drafts.queue.chatbots.0.name': 'Palavra' } },
    ...leadsTo('drafts.queue.chatbots.0.'),
  ],

  'connections.list': [],
  'connections.show': [own('connection')],
  'connections.create': line,
  'connections.update': [own('connection'), ...line],
  'connections.remove': [own('connection')],
  'connections.newToken': [own('connection')],
  'connections.attach': [own('connection')],
  'connections.detach': [own('connection')],
  'connections.restart': [],
  'connections.openSession': [own('connection')],
  'connections.newSession': [own('connection')],
  'connections.endSession': [own('connection')],
  'connections.providers': [],
  'numberHealth.show': [own('connection')],
  'history.close': [own('connection')],
  'linkings.show': [own('official')],
  'linkings.check': [own('official')],
  'linkings.begin': [],
  'linkings.pages': [],
  'linkings.join': [],

  'contacts.list': [filter('contactTag', 'tag')],
  'contacts.pick': [],
  'contacts.show': [own('contact')],
  'contacts.reveal': [own('contact')],
  'contacts.create': [named('whatsappId', 'connection')],
  'contacts.update': [own('contact'), named('walletUserId', 'user'), named('walletQueueId', 'queue')],
  'contacts.remove': [own('contact')],
  'contacts.picture': [],
  'contacts.toggleAudio': [own('contact')],
  'contacts.toggleBot': [own('contact')],
  'contacts.block': [own('contact')],
  'contacts.merges': [own('contact')],
  'contacts.merge': [own('contact'), named('otherId', 'contact')],
  'contacts.undoMerge': [own('merge')],

  'tickets.list': [
    filter('queueIds', 'queue'),
    filter('tags', 'tag'),
    filter('users', 'user'),
    filter('whatsapps', 'connection'),
  ],
  'tickets.counts': [filter('queueIds', 'queue')],
  'tickets.kanban': [filter('queueIds', 'queue'), { in: 'query', path: 'laneId', kind: 'lane', stranger: 'ignored' }],
  'tickets.show': [own('ticket')],
  'tickets.showByUuid': [{ ...at('uuid', 'ticket'), as: 'uuid' }],
  'tickets.seen': [own('ticket')],
  'tickets.markUnread': [own('ticket')],
  'tickets.draft': [own('ticket')],
  'tickets.keepDraft': [own('ticket')],
  'tickets.setLane': [...talk, at('tagId', 'lane')],
  'tickets.clearLane': talk,
  'tickets.create': [
    named('contactId', 'contact'),
    named('queueId', 'queue'),
    named('whatsappId', 'connection'),
    named('userId', 'user'),
  ],
  'tickets.update': [
    own('ticket'),
    named('userId', 'user'),
    named('queueId', 'queue'),
    { ...named('fromUserId', 'user'), stranger: 'ignored' },
  ],
  'tickets.remove': [own('ticket')],
  'tickets.closeAll': [{ in: 'body', path: 'selectedQueueIds.0', kind: 'queue', stranger: 'ignored' }],
  'tickets.log': talk,

  'messages.list': [at('ticketUuid', 'ticket'), filter('selectedQueues', 'queue')],
  'messages.send': [
    ...talk,
    named('quotedMsg.id', 'message'),
    { ...named('reaction.messageId', 'message'), beside: { 'reaction.emoji': '👍' } },
    { ...named('mentions.0', 'user'), stranger: 'dropped', beside: { isPrivate: 'true' } },
  ],
  'messages.search': [
    filter('queueIds', 'queue'),
    filter('tags', 'tag'),
    filter('users', 'user'),
    filter('whatsapps', 'connection'),
  ],
  'messages.transcribe': [],
  'push.key': [],
  'dashboard.show': [],
  'push.subscribe': [],
  'push.unsubscribe': [],
  'messages.sendByToken': [named('userId', 'user'), named('queueId', 'queue'), named('quotedMsg.id', 'message')],
  'messages.edit': [own('message')],
  'messages.remove': [own('message')],
  'messages.resend': [own('message')],
  'messages.forward': [{ ...named('messageId', 'message'), orList: true }, named('contactId', 'contact')],
  'messages.lista': talk,
  'messages.copy': talk,
  'messages.call': talk,
  'messages.url': talk,
  'messages.pix': talk,
  'messages.counts': [],
  'templates.list': [{ in: 'query', path: 'whatsappId', kind: 'connection', stranger: 'ignored' }],
  'templates.sync': [named('whatsappId', 'connection')],
  'templates.preview': [own('template'), named('ticketId', 'ticket'), named('contactId', 'contact')],
  'templates.send': [...talk, named('templateId', 'template')],
  'templates.start': [own('template'), named('contactId', 'contact'), named('queueId', 'queue')],
  'templates.automatic': phones,
  'templates.setAutomatic': [
    ...phones,
    { ...named('templates.0.templateId', 'template'), beside: { 'templates.0.occasion': 'rating' } },
  ],
  'messages.deliveries': [{ in: 'query', path: 'connectionId', kind: 'connection', stranger: 'ignored' }],
  'messages.life': [own('message')],

  'notes.list': [
    { in: 'query', path: 'ticketId', kind: 'ticket', stranger: 'missing' },
    { in: 'query', path: 'contactId', kind: 'contact', stranger: 'missing' },
  ],
  'notes.create': [named('ticketId', 'ticket'), named('contactId', 'contact')],
  'notes.update': [own('note')],
  'notes.remove': [own('note')],

  'quickMessages.list': [],
  'quickMessages.pick': [],
  'quickMessages.show': [own('quickMessage')],
  'quickMessages.create': [],
  'quickMessages.update': [own('quickMessage')],
  'quickMessages.remove': [own('quickMessage')],
  'quickMessages.attach': [own('quickMessage')],
  'quickMessages.detach': [own('quickMessage')],

  'fileLists.list': [],
  'fileLists.pick': [],
  'fileLists.show': [own('fileList')],
  'fileLists.create': [named('options.0.id', 'fileListItem')],
  'fileLists.update': [own('fileList'), named('options.0.id', 'fileListItem')],
  'fileLists.remove': [own('fileList')],
  'fileLists.upload': [own('fileList')],

  'sandbox.overview': [],
  'sandbox.thread': phones,
  'sandbox.media': phones,
  'sandbox.act': phones,
  'sandbox.newCustomer': phones,
  'sandbox.scripts': [],
  'sandbox.run': phones,
  'sandbox.clock': phones,
  'sandbox.pass': phones,
  'sandbox.trace': phones,
};

export const slotList = (Object.entries(slots) as [CallName, Slot[]][]).flatMap(([call, list]) =>
  list.map((slot) => ({ call, slot, endpoint: callNamed(call).endpoint })),
);

/**
 * Reviewed: called ids, and none of a row. People and scripts of a simulated phone, accounts and people at a channel, the
 * caller's own names for rows of a list, and where the page before ended.
 */
const otherNames = [
  'settings.changes query.before',
  'connections.create body.linking.phoneNumberId',
  'connections.create body.linking.wabaId',
  'connections.update body.linking.phoneNumberId',
  'connections.update body.linking.wabaId',
  'linkings.join body.facebookUserId',
  'sandbox.thread params.customerId',
  'sandbox.act body.customerId',
  'sandbox.act body.memberId',
  'sandbox.run params.scriptId',
  'sandbox.run body.customerId',
  'sandbox.trace params.customerId',
  'messages.lista body.sections.0.rows.0.rowId',
  'messages.lista body.sections.0.rows.0.id',
];

/** How the contract itself tells an id: by its name, or by the bound, the pattern and the format that only ids have. */
export function looksLikeId({ call, in: part, path, schema }: Place): boolean {
  if (otherNames.includes(`${call} ${part}.${path}`)) return false;
  const name = path.split('.').findLast((key) => !/^\d+$/.test(key)) ?? '';
  const shape = JSON.stringify(schema);
  return (
    /^id$|Ids?$/.test(name) ||
    ['2147483647', '^[1-9]\\\\d{0,9}$', '"format":"uuid"', '"maxLength":20000'].some((mark) => shape.includes(mark))
  );
}
export const idPlaces = places.filter(looksLikeId);

/** An id that no row has, and that the contract still takes for one. */
export const NOBODY = 2_147_483_647;
const NO_UUID = '00000000-0000-4000-8000-000000000000';

/** In an address everything is text; in a body an id is a number. */
export function valueFor({ in: part, kind, as }: Slot, of: Pick<Tenant, 'ids' | 'ticketUuid'> | 'nobody'): unknown {
  if (as === 'uuid') return of === 'nobody' ? NO_UUID : of.ticketUuid;
  const id = of === 'nobody' ? NOBODY : of.ids[kind];
  return as === 'list' ? `[${id}]` : part === 'body' ? id : String(id);
}

/** The same call with this in the slot, and sound otherwise. */
export const put = (sent: AnySent, slot: Slot, value: unknown): AnySent =>
  Object.entries(slot.beside ?? {}).reduce(
    (changed, [path, word]) => withValue(changed, { in: slot.in, path }, word),
    withValue(sent, slot, value),
  );

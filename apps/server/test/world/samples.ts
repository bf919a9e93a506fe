import { nationalDays } from '@balcao/domain/hours/holidays-br';
import type { TestHouse } from '../house.ts';
import { PASSWORD } from '../people.ts';
import { callNamed, withValue, type AnySent, type CallName, type Sent } from './calls.ts';
import { slots, valueFor } from './slots.ts';
import {
  aHoliday,
  aPicture,
  NAME_AND_NUMBER,
  uniqueColour,
  uniqueEmail,
  uniqueNumber,
  uniqueWords,
  type Tenant,
} from './tenants.ts';

type Scene = Tenant & { house: TestHouse };
const aSubscription = () => ({
  endpoint: `https://push.example.com/${uniqueNumber()}`,
  keys: {
    p256dh: Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url'),
    auth: Buffer.alloc(16, 7).toString('base64url'),
  },
});
const ofContact = async ({ make }: Scene) => ({ params: { id: String(await make.contact()) } });
const ofImport = async ({ make }: Scene) => ({ params: { id: String(await make.contactImport()) } });
/** Whom the phone knows is known already: each of these calls does the same. */
async function fromPhone(scene: Scene, of: 'contacts' | 'chats') {
  const whatsappId = await scene.make.connection();
  await scene.house.modules.contactSheets.atOnce.fromPhone(asAdmin(scene), whatsappId, of);
  return { body: { whatsappId } };
}
const aSheet = () => Buffer.from(`Nome;Número\n${uniqueWords()};${uniqueNumber()}\n`);
const ofConnection = async ({ make }: Scene) => ({ params: { id: String(await make.connection()) } });
const ofOfficial = async ({ make }: Scene) => ({ params: { id: String(await make.official()) } });
const ofTicket = async ({ make }: Scene) => ({ params: { id: String(await make.ticket()) } });
const ofMessage = async ({ make }: Scene) => ({ params: { id: String(await make.message()) } });
const inTicket = async ({ make }: Scene) => ({ params: { ticketId: String(await make.ticket()) } });
const ofQuickMessage = async ({ make }: Scene) => ({ params: { id: String(await make.quickMessage()) } });
const ofFileList = async ({ make }: Scene) => ({ params: { id: String(await make.fileList()) } });
const ofHoliday = async ({ make }: Scene) => ({ params: { id: String(await make.holiday()) } });
const ofNote = async ({ make }: Scene) => ({ params: { id: String(await make.note()) } });
const asAdmin = ({ house, companyId, admin }: Scene) =>
  house.modules.access.doorkeeper.asAdmin(companyId, admin.user.id);
const onPhones = ({ ids }: Scene) => ({ connectionId: String(ids.connection) });
const onPhone = (scene: Scene) => ({ params: { ...onPhones(scene), customerId: 'helena' } });
const button = (copyText: string) => ({ title: uniqueWords(), description: 'Veja', copyText });

const aMonday = {
  weekdayEn: 'monday',
  startTimeA: '08:00',
  endTimeA: '12:00',
  startTimeB: '',
  endTimeB: '',
} as const;
let turns = 0;
const places = ['America/Manaus', 'America/Recife', 'America/Bahia'];
let moves = 0;
const anotherPlace = () => places[++moves % places.length]!;
/** Each year has its own. */
const aMovableDay = () => nationalDays(1900 + (++turns % 1000)).find(({ yearly }) => yearly === null)!.day;

/** One sound call of every name, on things that were made for it. A call without one does not compile. */
export const samples: { [C in CallName]: (scene: Scene) => Sent<C> | Promise<Sent<C>> } = {
  'settings.version': () => ({}),
  'settings.company': ({ companyId }) => ({ params: { companyId: String(companyId) } }),
  'settings.companyOne': () => ({ query: { column: 'transferMessage' } }),
  'settings.payment': () => ({ query: { column: 'stripe' } }),
  'settings.saveCompany': () => ({ body: { column: 'transferMessage', data: uniqueWords() } }),
  'settings.changes': () => ({ query: {} }),
  'settings.undo': async ({ make }) => ({ params: { id: String(await make.settingChange()) } }),
  'settings.list': () => ({}),
  'settings.shown': () => ({ params: { key: 'appName' } }),
  'settings.savePlatform': () => ({ params: { key: 'appName' }, body: { value: uniqueWords() } }),
  'settings.public': () => ({ params: { key: 'appName' }, query: {} }),

  'companies.plan': ({ companyId }) => ({ params: { companyId: String(companyId) } }),
  'companies.hours': ({ companyId }) => ({ params: { companyId: String(companyId) } }),
  'companies.saveSchedules': ({ companyId }) => ({
    params: { companyId: String(companyId) },
    body: { schedules: [{ ...aMonday, weekday: uniqueWords() }] },
  }),
  'companies.saveTimeZone': ({ companyId }) => ({
    params: { companyId: String(companyId) },
    body: { timeZone: anotherPlace() },
  }),
  'companies.addHoliday': () => ({ body: aHoliday() }),
  'companies.addNationalDays': () => ({ body: { days: [aMovableDay()] } }),
  'companies.changeHoliday': async (scene) => ({ ...(await ofHoliday(scene)), body: aHoliday() }),
  'companies.removeHoliday': ofHoliday,

  'contactSheets.upload': () => ({ body: {}, file: aSheet() }),
  'contactSheets.list': () => ({ query: {} }),
  'contactSheets.show': ofImport,
  'contactSheets.preview': async (scene) => ({ ...(await ofImport(scene)), body: { mapping: NAME_AND_NUMBER } }),
  'contactSheets.start': async (scene) => ({
    ...(await ofImport(scene)),
    body: { mapping: NAME_AND_NUMBER, tagIds: [await scene.make.tag()] },
  }),
  'contactSheets.cancel': ofImport,
  'contactSheets.undo': async ({ make }) => ({ params: { id: String(await make.doneImport()) } }),
  'contactSheets.export': () => ({ body: {} }),
  'contactSheets.exported': async ({ make }) => ({ params: { id: String(await make.contactExport()) } }),
  'contactSheets.duplicates': () => ({ query: {} }),
  'contactSheets.dismiss': async ({ make }) => ({ body: { contactIds: [await make.contact(), await make.contact()] } }),
  'contactSheets.restore': async ({ make }) => ({ body: { contactIds: await make.toldApart() } }),
  'contactSheets.quickUpload': () => ({ body: {}, file: aSheet() }),
  'contactSheets.one': () => ({ body: { name: uniqueWords(), number: uniqueNumber(), tags: uniqueWords() } }),
  'contactSheets.fromPhone': (scene) => fromPhone(scene, 'contacts'),
  'contactSheets.fromChats': (scene) => fromPhone(scene, 'chats'),
  'privacy.consents': ofContact,
  'privacy.withdraw': async ({ make }) => ({
    params: { id: String(await make.agreed()) },
    body: { reason: uniqueWords() },
  }),
  'privacy.exports': ofContact,
  'privacy.makeExport': ofContact,
  'privacy.erase': async (scene) => {
    const { house, companyId, make } = scene;
    const id = await make.contact();
    return { params: { id: String(id) }, body: { name: (await house.modules.contacts.show(companyId, id))!.name } };
  },
  'privacy.erasures': () => ({ query: {} }),
  'privacy.erasure': async ({ make }) => ({ params: { id: String(await make.erasure()) } }),

  'tags.list': () => ({ query: {} }),
  'tags.pick': () => ({ query: {} }),
  'tags.lanes': () => ({}),
  'tags.show': async ({ make }) => ({ params: { id: String(await make.tag()) } }),
  'tags.ofContact': async ({ make }) => ({ params: { contactId: String(await make.contact()) } }),
  'tags.sync': async ({ make }) => ({
    body: { contactId: await make.contact(), tags: [{ id: await make.tag() }] },
  }),
  'tags.takeFromContact': async (scene) => {
    const { house, make } = scene;
    const [contactId, tagId] = [await make.contact(), await make.tag()];
    await house.modules.contacts.syncTags(asAdmin(scene), contactId, [tagId]);
    return { params: { contactId: String(contactId), tagId: String(tagId) } };
  },
  'tags.create': () => ({ body: { name: uniqueWords(), color: uniqueColour() } }),
  'tags.update': async ({ make }) => ({ params: { id: String(await make.tag()) }, body: { name: uniqueWords() } }),
  'tags.remove': async ({ make }) => ({ params: { id: String(await make.tag()) } }),

  'access.signIn': async ({ make }) => ({ body: { email: (await make.person()).email, password: PASSWORD } }),
  'access.refresh': async ({ house, make }) => ({
    headers: { cookie: (await house.signIn((await make.person()).email)).cookie, 'sec-fetch-site': 'same-origin' },
  }),
  'access.signOut': () => ({}),
  'access.signOutEverywhere': () => ({}),
  'access.me': () => ({}),
  'access.users': () => ({ query: {} }),
  'access.pickUsers': () => ({}),
  'access.showUser': async ({ make }) => ({ params: { id: String(await make.user()) } }),
  'access.createUser': () => ({ body: { name: uniqueWords(), email: uniqueEmail(), password: PASSWORD } }),
  'access.updateUser': async ({ make }) => ({
    params: { id: String(await make.user()) },
    body: { name: uniqueWords() },
  }),
  'access.removeUser': async ({ make }) => ({ params: { id: String(await make.user()) } }),
  // Nobody sets it for another.
  'access.keepListWidth': ({ admin }) => ({
    params: { id: String(admin.user.id) },
    body: { defaultTicketsManagerWidth: 500 },
  }),
  'access.pause': async ({ make }) => ({ params: { id: String(await make.user()) }, body: { paused: true } }),
  'access.pictureOfUser': async ({ make }) => ({ params: { id: String(await make.user()) }, file: aPicture() }),

  'queues.list': () => ({}),
  'queues.show': async ({ make }) => ({ params: { id: String(await make.queue()) } }),
  'queues.create': () => ({ body: { name: uniqueWords(), color: uniqueColour() } }),
  'queues.update': async ({ make }) => ({ params: { id: String(await make.queue()) }, body: { name: uniqueWords() } }),
  'queues.remove': async ({ make }) => ({ params: { id: String(await make.queue()) } }),

  'chatbots.show': async ({ make }) => ({ params: { id: String(await make.botOption()) } }),
  'chatbots.create': async ({ make }) => ({ body: { queueId: await make.queue(), name: uniqueWords() } }),
  'chatbots.update': async ({ make }) => ({
    params: { id: String(await make.botOption()) },
    body: { name: uniqueWords() },
  }),
  'chatbots.remove': async ({ make }) => ({ params: { id: String(await make.botOption()) } }),
  'chatbots.try': ({ ids }) => ({ body: { whatsappId: ids.connection, text: 'Bom dia' } }),

  'connections.list': () => ({ query: {} }),
  'connections.show': async (scene) => ({ ...(await ofConnection(scene)), query: {} }),
  'connections.create': () => ({ body: { name: uniqueWords(), channel: 'whatsapp', provider: 'sandbox' } }),
  'connections.update': async (scene) => ({ ...(await ofConnection(scene)), body: { name: uniqueWords() } }),
  'connections.remove': ofConnection,
  'connections.newToken': ofConnection,
  'connections.attach': async (scene) => ({ ...(await ofConnection(scene)), file: aPicture() }),
  'connections.detach': ofConnection,
  'connections.restart': () => ({}),
  'connections.openSession': async (scene) => ({ ...(await ofConnection(scene)), body: {} }),
  'connections.newSession': ofConnection,
  'connections.endSession': ofConnection,
  'connections.providers': () => ({}),
  'numberHealth.show': ofConnection,
  'history.close': ofConnection,
  'linkings.show': ofOfficial,
  'linkings.check': ofOfficial,
  'linkings.begin': () => ({}),
  'linkings.pages': async ({ make, admin }) => ({ query: { link: await make.link(admin) } }),
  'linkings.join': () => ({ body: { facebookUserId: '1', facebookUserToken: uniqueNumber(), addInstagram: true } }),

  'contacts.list': () => ({ query: {} }),
  'contacts.pick': () => ({ query: {} }),
  'contacts.show': ofContact,
  'contacts.reveal': ofContact,
  'contacts.create': () => ({ body: { name: uniqueWords(), number: uniqueNumber() } }),
  'contacts.update': async (scene) => ({ ...(await ofContact(scene)), body: { name: uniqueWords() } }),
  'contacts.remove': ofContact,
  'contacts.picture': () => ({ params: { number: uniqueNumber() } }),
  'contacts.toggleAudio': ofContact,
  'contacts.toggleBot': ofContact,
  'contacts.block': async (scene) => ({ ...(await ofContact(scene)), body: { active: false } }),
  'contacts.merges': ofContact,
  'contacts.merge': async (scene) => ({
    ...(await ofContact(scene)),
    body: { otherId: await scene.make.contact(), reason: 'A mesma pessoa' },
  }),
  'contacts.undoMerge': async ({ make }) => ({ params: { id: String(await make.merge()) } }),

  'tickets.list': () => ({ query: {} }),
  'tickets.counts': () => ({ query: {} }),
  'tickets.kanban': () => ({ query: {} }),
  'tickets.show': ofTicket,
  'tickets.showByUuid': async ({ make }) => ({ params: { uuid: await make.uuidOf(await make.ticket()) } }),
  'tickets.seen': ofTicket,
  'tickets.markUnread': async ({ make }) => {
    const ticketId = await make.ticket();
    await make.heardIn(ticketId);
    return { params: { id: String(ticketId) } };
  },
  'tickets.draft': ofTicket,
  'tickets.keepDraft': async (scene) => ({ ...(await ofTicket(scene)), body: { body: uniqueWords() } }),
  'tickets.setLane': async ({ make }) => ({
    params: { ticketId: String(await make.ticket()), tagId: String(await make.lane()) },
  }),
  'tickets.clearLane': async (scene) => {
    const ticketId = await scene.make.ticket();
    await scene.house.modules.desk.setLane(asAdmin(scene), ticketId, await scene.make.lane());
    return { params: { ticketId: String(ticketId) } };
  },
  'tickets.create': async ({ make, ids }) => ({
    body: { contactId: await make.contact(), whatsappId: ids.connection },
  }),
  'tickets.update': async (scene) => ({
    ...(await ofTicket(scene)),
    body: { isTransfered: true, userId: await scene.make.user(), queueId: await scene.make.queue() },
  }),
  'tickets.remove': ofTicket,
  'tickets.closeAll': async ({ make }) => {
    const queueId = await make.queue();
    await make.ticketIn(queueId);
    return { body: { status: 'pending', selectedQueueIds: [queueId] } };
  },
  'tickets.log': inTicket,

  'messages.list': async ({ make }) => {
    const ticketId = await make.ticket();
    await make.messageIn(ticketId);
    return { params: { ticketUuid: String(ticketId) }, query: {} };
  },
  'messages.search': () => ({ query: { searchParam: 'a' } }),
  'messages.transcribe': async ({ make }) => ({ params: { file: await make.voice() } }),
  'messages.send': async (scene) => ({ ...(await inTicket(scene)), body: { body: uniqueWords() } }),
  'messages.sendByToken': async ({ make }) => ({
    headers: { authorization: `Bearer ${await make.apiToken()}` },
    body: { number: uniqueNumber(), body: uniqueWords() },
  }),
  'messages.edit': async (scene) => ({ ...(await ofMessage(scene)), body: { body: uniqueWords() } }),
  'messages.remove': ofMessage,
  'messages.resend': ofMessage,
  'messages.forward': async ({ make }) => ({
    body: { messageId: await make.message(), contactId: await make.contact() },
  }),
  'messages.lista': async (scene) => ({
    ...(await inTicket(scene)),
    body: { title: uniqueWords(), text: 'Escolha', sections: [{ title: 'Tudo', rows: [{ title: 'Um' }] }] },
  }),
  'messages.copy': async (scene) => ({ ...(await inTicket(scene)), body: button('PROMO10') }),
  'messages.call': async (scene) => ({ ...(await inTicket(scene)), body: button('551132210098') }),
  'messages.url': async (scene) => ({ ...(await inTicket(scene)), body: button('https://balcao.example/') }),
  'messages.pix': async (scene) => ({
    ...(await inTicket(scene)),
    body: {
      title: uniqueWords(),
      sendvalue: 1990,
      sendkey_type: 'EMAIL',
      sendmerchant_name: 'Ótica Boa Vista',
      sendKey: 'pix@example.com',
    },
  }),
  'templates.list': () => ({ query: {} }),
  'templates.sync': async ({ make }) => ({ body: { whatsappId: await make.connection() } }),
  'templates.preview': async ({ make }) => ({
    params: { id: String(await make.template()) },
    body: { contactId: await make.contact(), values: { 'body.1': '{{firstName}}' } },
  }),
  'templates.send': async (scene) => {
    const { params } = await inTicket(scene);
    const { connectionId } = await scene.house.modules.tickets.show(asAdmin(scene), Number(params.ticketId));
    const templateId = await scene.make.templateOf(connectionId!);
    return { params, body: { templateId, values: { 'body.1': uniqueWords() } } };
  },
  'templates.start': async ({ make }) => ({
    params: { id: String(await make.template()) },
    body: { contactId: await make.contact(), values: { 'body.1': uniqueWords() } },
  }),
  'templates.automatic': async ({ make }) => ({ params: { connectionId: String(await make.connection()) } }),
  'templates.setAutomatic': async ({ make }) => {
    const connectionId = await make.connection();
    const templateId = await make.templateOf(connectionId);
    return {
      params: { connectionId: String(connectionId) },
      body: { templates: [{ occasion: 'greeting', templateId, values: { 'body.1': '{{firstName}}' } }] },
    };
  },
  'messages.counts': () => ({ query: {} }),
  'messages.deliveries': () => ({ query: {} }),
  'messages.life': ofMessage,

  'push.key': () => ({}),
  'dashboard.show': () => ({ query: {} }),
  'push.subscribe': () => ({ body: aSubscription() }),
  'push.unsubscribe': () => ({ query: { endpoint: aSubscription().endpoint } }),

  'notes.list': async ({ make }) => ({ query: { contactId: String(await make.contact()) } }),
  'notes.create': async (scene) => {
    const ticketId = await scene.make.ticket();
    const { contactId } = await scene.house.modules.tickets.show(asAdmin(scene), ticketId);
    return { body: { note: uniqueWords(), ticketId, contactId } };
  },
  'notes.update': async (scene) => ({ ...(await ofNote(scene)), body: { note: uniqueWords() } }),
  'notes.remove': ofNote,

  'quickMessages.list': () => ({ query: {} }),
  'quickMessages.pick': () => ({}),
  'quickMessages.show': ofQuickMessage,
  'quickMessages.create': () => ({ body: { shortcode: uniqueWords(), message: 'Olá!' } }),
  'quickMessages.update': async (scene) => ({
    ...(await ofQuickMessage(scene)),
    body: { shortcode: uniqueWords(), message: uniqueWords() },
  }),
  'quickMessages.remove': ofQuickMessage,
  'quickMessages.attach': async (scene) => ({ ...(await ofQuickMessage(scene)), file: aPicture() }),
  'quickMessages.detach': async (scene) => {
    const id = await scene.make.quickMessage();
    await scene.house.modules.quickMessages.attach(asAdmin(scene), id, { bytes: aPicture(), fileName: 'foto.png' });
    return { params: { id: String(id) } };
  },

  'fileLists.list': () => ({ query: {} }),
  'fileLists.pick': () => ({}),
  'fileLists.show': ofFileList,
  'fileLists.create': () => ({ body: { name: uniqueWords(), message: 'Veja', options: [{ name: uniqueWords() }] } }),
  'fileLists.update': async (scene) => {
    const { params } = await ofFileList(scene);
    return { params, body: { name: uniqueWords(), message: uniqueWords(), options: [{ name: uniqueWords() }] } };
  },
  'fileLists.remove': ofFileList,
  'fileLists.upload': async (scene) => ({ ...(await ofFileList(scene)), file: aPicture() }),

  'sandbox.overview': () => ({}),
  'sandbox.thread': (scene) => ({ ...onPhone(scene), query: {} }),
  'sandbox.media': (scene) => ({ params: { ...onPhones(scene), ref: 'receita' } }),
  'sandbox.act': (scene) => ({
    params: onPhones(scene),
    body: { act: 'say', customerId: 'helena', text: uniqueWords() },
  }),
  'sandbox.newCustomer': (scene) => ({ params: onPhones(scene), body: { name: uniqueWords() } }),
  'sandbox.scripts': () => ({}),
  'sandbox.run': (scene) => ({
    params: { ...onPhones(scene), scriptId: 'primeira-compra' },
    body: { customerId: 'helena' },
  }),
  'sandbox.clock': (scene) => ({ params: onPhones(scene), body: { hours: 25 } }),
  'sandbox.pass': (scene) => ({ params: onPhones(scene), body: { minutes: 1 } }),
  'sandbox.trace': onPhone,
};

/** What an address holds besides ids. */
const words: Record<string, string> = {
  key: 'appName',
  number: '5511990000101',
  customerId: 'helena',
  ref: 'receita',
  scriptId: 'primeira-compra',
};

/** What a query must hold. */
const asked = (name: CallName, { ids, link }: Tenant): Record<string, string> =>
  name === 'settings.companyOne'
    ? { column: 'transferMessage' }
    : name === 'notes.list'
      ? { contactId: String(ids.contact) }
      : name === 'linkings.pages'
        ? { link }
        : name === 'messages.search'
          ? { searchParam: 'bom dia' }
          : {};

/** A call about what was there before: nothing is made for it. */
export function thereAlready(name: CallName, of: Tenant): AnySent {
  let sent: AnySent = { query: asked(name, of) };
  const { path } = callNamed(name).endpoint;
  for (const [word, value] of Object.entries(words))
    if (path.includes(`:${word}`)) sent = withValue(sent, { in: 'params', path: word }, value);
  if (path.includes(':file')) sent = withValue(sent, { in: 'params', path: 'file' }, of.voiceFile);
  for (const slot of slots[name]) if (slot.in === 'params') sent = withValue(sent, slot, valueFor(slot, of));
  return sent;
}

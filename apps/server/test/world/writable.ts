import type { CallName } from './calls.ts';

const told = ['event_log +'];
const audited = [...told, 'audit_log +'];
const seat = ['users.is_online', 'users.last_seen_at', 'users.updated_at'];
const signedIn = [
  'sessions +',
  'refresh_tokens +',
  'directory +',
  'companies.last_login_at',
  'companies.updated_at',
  'rate_limits +',
  ...seat,
  ...audited,
];

const contactTouched = ['contacts.updated_at', ...told];
const lineTouched = ['connections.updated_at', ...told];
const session = [
  'connections.status',
  'connections.qrcode',
  'connections.pairing_code',
  'connections.qr_tries',
  'connections.paused_until',
  'connections.paused_because',
  // Whoever opens it reserves it, or a node would open it a second time.
  'connections.lease_fence',
  'connections.lease_node',
  'connections.lease_until',
  ...lineTouched,
];
const opened = ['tickets +', 'ticket_log +', 'ticket_tracking +', ...told];
const said = [
  'messages +',
  'message_receipts +',
  'outbox +',
  'tickets.message_seq',
  'tickets.last_message',
  'tickets.last_from_me',
  'tickets.last_message_at',
  'tickets.updated_at',
  ...told,
];
const quickMessageFile = [
  'quick_messages.media_key',
  'quick_messages.media_name',
  'quick_messages.media_mime',
  'quick_messages.updated_at',
  ...told,
];
const closed = [
  'tickets.status',
  'tickets.is_bot',
  'tickets.closed_at',
  'tickets.is_newest_closed',
  'tickets.updated_at',
  'ticket_log +',
  'ticket_tracking.closed_at',
  'ticket_tracking.finished_at',
  ...told,
];

/**
 * What the sample of each write may change: `+` a row comes, `-` one goes, else the column. Whatever a caller slips in
 * besides must not make this longer.
 */
export const writable: Partial<Record<CallName, string[]>> = {
  'settings.saveCompany': [
    'company_settings.value',
    'company_settings.updated_at',
    'company_settings.updated_by',
    'setting_changes +',
    'setting_changes.after',
    'setting_changes.at',
    ...audited,
  ],
  'settings.undo': [
    'company_settings.value',
    'company_settings.updated_at',
    'company_settings.updated_by',
    'setting_changes +',
    ...audited,
  ],
  'settings.savePlatform': [
    'platform_settings +',
    'platform_settings.value',
    'platform_settings.updated_at',
    'audit_log +',
  ],

  'companies.saveSchedules': ['companies.schedules', 'companies.updated_at', 'setting_changes +', ...audited],
  'companies.saveTimeZone': ['companies.time_zone', 'companies.updated_at', 'setting_changes +', ...audited],
  'companies.addHoliday': ['company_holidays +', ...told],
  'companies.addNationalDays': ['company_holidays +', ...told],
  'companies.changeHoliday': [
    'company_holidays.day',
    'company_holidays.name',
    'company_holidays.hours',
    'company_holidays.updated_at',
    ...told,
  ],
  'companies.removeHoliday': ['company_holidays -', ...audited],

  'tags.sync': ['contact_tags +', ...told],
  'tags.takeFromContact': ['contact_tags -', ...told],
  'tags.create': ['tags +', ...told],
  'tags.update': ['tags.name', ...told],
  'tags.remove': ['tags -', ...audited],

  'access.signIn': signedIn,
  'access.refresh': [
    'refresh_tokens +',
    'refresh_tokens.used_at',
    'directory +',
    'sessions.expires_at',
    'rate_limits +',
  ],
  'access.signOut': ['sessions.ended_at', 'sessions.ended_because', ...seat, ...told],
  'access.signOutEverywhere': ['sessions.ended_at', 'sessions.ended_because', ...seat, ...told],
  'access.createUser': ['users +', 'directory +', ...audited],
  'access.updateUser': ['users.name', 'users.updated_at', ...audited],
  'access.removeUser': ['users -', 'directory -', ...audited],
  'access.keepListWidth': ['users.list_width', 'users.updated_at', ...told],
  'access.pause': ['users.paused_at', 'users.updated_at', ...audited],
  'access.pictureOfUser': ['users.picture_key', 'users.updated_at', 'files +', 'rate_limits +', ...told],

  'queues.create': ['queues +', ...told],
  'queues.update': ['queues.name', 'queues.updated_at', ...told],
  'queues.remove': ['queues -', ...audited],

  'chatbots.create': ['bot_options +', ...told],
  'chatbots.update': ['bot_options.name', 'bot_options.updated_at', ...told],
  'chatbots.remove': ['bot_options -', ...audited],
  'chatbots.try': [],

  'connections.create': ['connections +', 'directory +', ...audited],
  'connections.update': ['connections.name', ...lineTouched, 'audit_log +'],
  'connections.remove': ['connections -', 'directory -', ...audited],
  'connections.newToken': [
    'connections.token_hash',
    'connections.token_last4',
    'directory +',
    'directory -',
    ...lineTouched,
  ],
  'connections.attach': [
    'connections.greeting_file_key',
    'connections.greeting_file_name',
    'files +',
    'rate_limits +',
    ...lineTouched,
  ],
  'connections.detach': lineTouched,
  'connections.restart': session,
  'connections.openSession': session,
  'connections.newSession': session,
  'connections.endSession': session,
  // Nothing of the sample's was imported.
  'history.close': [],

  'linkings.check': ['connections.status', 'connections.number', 'directory +', 'templates +', ...lineTouched],
  'linkings.join': ['connections +', 'directory +', ...audited],
  'templates.sync': ['templates +'],
  'templates.preview': [],
  'templates.send': said,
  'templates.start': [...opened, ...said],
  'templates.setAutomatic': ['automatic_templates +', 'audit_log +'],

  'contacts.reveal': ['audit_log +'],
  'contacts.create': ['contacts +', 'contact_identities +', ...told],
  'contacts.update': ['contacts.name', 'contacts.sought', ...contactTouched],
  'contacts.remove': ['contacts -', 'contact_identities -', 'contact_extra_info -', ...audited],
  'contacts.toggleAudio': ['contacts.accepts_audio', ...contactTouched],
  'contacts.toggleBot': ['contacts.bot_disabled', ...contactTouched],
  'contacts.block': ['contacts.is_active', ...contactTouched],
  'contacts.merge': [
    'contacts.merged_into_id',
    'contact_identities.contact_id',
    'contact_merges +',
    'contact_extra_info +',
    'contact_extra_info -',
    'audit_log +',
    ...contactTouched,
  ],
  'contacts.undoMerge': [
    'contacts.merged_into_id',
    'contact_identities.contact_id',
    'contact_merges.undone_at',
    'contact_extra_info +',
    'contact_extra_info -',
    'audit_log +',
    ...contactTouched,
  ],

  'push.subscribe': ['push_subscriptions +'],
  'push.unsubscribe': [],

  'tickets.seen': ['ticket_log +'],
  'tickets.markUnread': ['messages.is_read', 'tickets.unread', ...told],
  'tickets.keepDraft': ['ticket_drafts +'],
  'tickets.setLane': ['ticket_tags +', 'tickets.lane_id', 'tickets.lane_at', ...told],
  'tickets.clearLane': ['ticket_tags -', 'tickets.lane_id', 'tickets.lane_at', ...told],
  'tickets.create': opened,
  'tickets.update': [
    'tickets.user_id',
    'tickets.queue_id',
    'tickets.status',
    'tickets.is_bot',
    'tickets.updated_at',
    'ticket_log +',
    'ticket_tracking.user_id',
    'ticket_tracking.queue_id',
    'ticket_tracking.queued_at',
    'ticket_tracking.started_at',
    ...told,
  ],
  'tickets.remove': ['tickets -', 'ticket_log -', 'ticket_tracking -', ...audited],
  'tickets.closeAll': closed,

  'messages.send': [...said, 'rate_limits +'],
  'messages.sendByToken': [...opened, ...said, 'contacts +', 'contact_identities +', 'rate_limits +'],
  'messages.edit': [
    'messages.body',
    'messages.said',
    'messages.is_edited',
    'outbox +',
    'tickets.last_message',
    ...told,
  ],
  'messages.remove': ['messages.is_deleted', 'outbox +', ...told],
  'messages.resend': [
    'messages.delivery',
    'messages.ack',
    'messages.wid',
    'outbox.fence',
    'message_receipts +',
    'outbox.state',
    'outbox.not_before',
    'outbox.updated_at',
    ...told,
  ],
  'messages.forward': [...opened, ...said],
  'messages.lista': said,
  'messages.copy': said,
  'messages.call': said,
  'messages.url': said,
  'messages.pix': said,

  'contactSheets.upload': ['contact_imports +', 'files +', 'rate_limits +', ...told],
  'contactSheets.preview': [],
  'contactSheets.start': [
    'contact_imports.status',
    'contact_imports.mapping',
    'contact_imports.excluded',
    'contact_imports.tag_ids',
    'contact_imports.validates',
    ...told,
  ],
  'contactSheets.cancel': [
    'contact_imports.status',
    'contact_imports.sheet_key',
    'contact_imports.finished_at',
    ...told,
  ],
  'contactSheets.undo': ['contact_imports.status', ...told],
  'contactSheets.export': ['contact_exports +', 'rate_limits +', 'rate_limits.hits', ...audited],
  'contactSheets.quickUpload': ['contacts +', 'contact_identities +', 'rate_limits +', 'rate_limits.hits', ...told],
  'contactSheets.one': ['contacts +', 'contact_identities +', 'contact_tags +', 'tags +', ...told],
  'contactSheets.fromPhone': ['contacts +', 'contact_identities +', ...told],
  'contactSheets.fromChats': ['contacts +', 'contact_identities +', ...told],
  'privacy.withdraw': ['consents +', 'contacts.updated_at', ...audited],
  'privacy.makeExport': ['person_exports +', ...audited],
  'privacy.erase': ['erasures +', ...audited],

  'notes.create': ['contact_notes +'],
  'notes.update': ['contact_notes.note'],
  'notes.remove': ['contact_notes -', 'audit_log +'],

  'quickMessages.create': ['quick_messages +', ...told],
  'quickMessages.update': ['quick_messages.shortcode', 'quick_messages.message', 'quick_messages.updated_at', ...told],
  'quickMessages.remove': ['quick_messages -', ...audited],
  'quickMessages.attach': [...quickMessageFile, 'files +', 'rate_limits +'],
  'quickMessages.detach': [...quickMessageFile, 'files -'],

  'fileLists.create': ['file_lists +', 'file_list_items +', ...told],
  'fileLists.update': [
    'file_lists.name',
    'file_lists.message',
    'file_lists.updated_at',
    'file_list_items +',
    'file_list_items -',
    ...told,
  ],
  'fileLists.remove': ['file_lists -', 'file_list_items -', ...audited],
  'fileLists.upload': ['file_list_items +', 'files +', 'rate_limits +', ...told],

  // What is simulated is kept by the network, nothing of it by us.
  'sandbox.act': [],
  'sandbox.newCustomer': [],
  'sandbox.run': [],
  'sandbox.clock': [],
  'sandbox.pass': ['tickets.updated_at', 'ticket_tracking.chatbot_at'],
};

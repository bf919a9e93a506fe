import { inFile, modules } from './guard.ts';

const policy = 'packages/domain/src/policy/policy.ts';
const sockets = 'apps/server/src/wiring/sockets';
const testOf = (module: string, file = module) => `${modules}/${module}/${file}.test.ts`;

/** Dashboard, reports and live panel. */
export const insight = [
  ...inFile(
    policy,
    [
      'the dashboard needs admin or showDashboard',
      "'dashboard.view': either(admin, flag('showDashboard'))",
      "'dashboard.view': anyone",
      testOf('dashboard'),
      'need admin or showDashboard',
    ],
    [
      'reports need admin or showDashboard',
      "'report.view': either(admin, flag('showDashboard'))",
      "'report.view': anyone",
      testOf('dashboard'),
      'need admin or showDashboard',
    ],
    [
      'the live panel needs admin or allowRealTime',
      "'live-panel.view': either(admin, flag('allowRealTime'))",
      "'live-panel.view': anyone",
      testOf('dashboard'),
      'need admin or showDashboard',
    ],
  ),
  ...inFile(`${modules}/dashboard/dashboard.store.ts`, [
    'the dashboard names the agents of the company alone',
    'from users where company_id = $1 order by',
    'from users where $1::int > 0 order by',
    'tenant-isolation',
    'by the queries alone',
  ]),
  ...inFile(`${modules}/reports/reports.ts`, [
    'reports hide numbers when the company does',
    'masked ? maskName(row.contactName) : row.contactName',
    'row.contactName',
    testOf('reports'),
    'hides numbers in names',
  ]),
  ...inFile(`${modules}/reports/report-messages.ts`, [
    'the list of messages hides numbers when the company does',
    'masked ? maskName(message.contactName) : message.contactName',
    'message.contactName',
    testOf('reports'),
    'has no texts',
  ]),
  ...inFile(`${modules}/reports/report-exports.ts`, [
    'an exported report is for its user alone',
    "return row.userId === actor.userId ? row : refuse('ERR_NO_EXPORT_FOUND');",
    'return row;',
    testOf('reports'),
    'is invisible to others',
  ]),
  ...inFile(
    `${modules}/reports/report-filters.store.ts`,
    [
      'a saved filter of a report is changed by its user',
      'where company_id = $1 and user_id = $2 and id = $3 returning ${COLUMNS}',
      'where company_id = $1 and $2::int > 0 and id = $3 returning ${COLUMNS}',
      testOf('reports'),
      'belong to their user',
    ],
    [
      'a saved filter of a report is removed by its user',
      'where company_id = $1 and user_id = $2 and id = $3 returning id',
      'where company_id = $1 and $2::int > 0 and id = $3 returning id',
      testOf('reports'),
      'belong to their user',
    ],
  ),
  ...inFile(
    `${modules}/live-panel/live-panel.ts`,
    [
      'the live panel of a user has the conversations of their queues',
      'queueIds: all ? null : queueIds',
      'queueIds: null',
      testOf('live-panel'),
      'shows admins every waiting',
    ],
    [
      'the live panel gives no queue of others that is asked for',
      'asked.filter((id) => own === null || own.includes(id))',
      'asked',
      testOf('live-panel'),
      'shows admins every waiting',
    ],
  ),
  ...inFile(`${modules}/live-panel/live-panel.store.ts`, [
    'the live panel names the agents of the company alone',
    'from users u where u.company_id = $1 and',
    'from users u where $1::int > 0 and',
    'tenant-isolation',
    'by the queries alone',
  ]),
  ...inFile(`${sockets}/panel-rooms.ts`, [
    'sockets join the live panel with its permission',
    "if (!can(actor, 'live-panel.view') || actor.overdue || actor.support) return [];",
    '',
    testOf('live-panel'),
    'without its content',
  ]),
  ...inFile(`${sockets}/panel-messages.ts`, [
    'the live panel is patched for the viewers of a queue alone',
    "{ panel: 'all' },",
    "{ panel: 'viewers' },",
    testOf('live-panel'),
    'without its content',
  ]),
];

/** Team chats, announcements and help videos. */
export const team = [
  ...inFile(
    policy,
    [
      'team chats need the feature of the plan',
      "'team-chat.use': plan('internalChat')",
      "'team-chat.use': anyone",
      testOf('team-chats'),
      'need the plan feature',
    ],
    [
      'announcements are written by super users',
      "'announcement.manage': superUser",
      "'announcement.manage': anyone",
      testOf('announcements'),
      'are written by super users only',
    ],
    [
      'help videos are written by super users',
      "'help.manage': superUser",
      "'help.manage': anyone",
      testOf('helps'),
      'are written by super users',
    ],
  ),
  ...inFile(
    `${modules}/team-chats/team-chat-records.store.ts`,
    [
      'a member who was removed while a message waited for the chat does not send it',
      '&& (await tx.query(isMember, [tx.companyId, id, userId])).length > 0',
      '',
      testOf('team-chats'),
      'removed while',
    ],
    [
      'a read position in a team chat is moved by its user',
      'm.chat_id = $2 and m.user_id = $3 and c.company_id = $1',
      'm.chat_id = $2 and $3::int > 0 and c.company_id = $1',
      testOf('team-chats'),
      'only its own user moves',
    ],
  ),
  ...inFile(
    `${modules}/team-chats/team-chats.store.ts`,
    [
      'a team chat is found by its members',
      'me.company_id = $1 and me.chat_id = c.id and me.user_id = $3)',
      'me.company_id = $1 and me.chat_id = c.id and $3::int > 0)',
      testOf('team-chats'),
      'find no chat',
    ],
    [
      'messages of a team chat are read by its members',
      'me.chat_id = c.id and me.user_id = $3\n',
      'me.chat_id = c.id and $3::int > 0\n',
      testOf('team-chats'),
      'find no chat',
    ],
  ),
  ...inFile(
    `${modules}/team-chats/team-chats.ts`,
    [
      'a team chat is changed by its owner',
      "authorize(actor, 'team-chat.change', chat);",
      '',
      testOf('team-chats'),
      'by their owner only',
    ],
    [
      'the owner of a team chat stays in it',
      "if (!members.includes(actor.userId)) refuse('ERR_CHAT_OWNER', { field: 'users', rule: 'required' });",
      '',
      testOf('team-chats'),
      'by their owner only',
    ],
  ),
  ...inFile(`${sockets}/team-chat-messages.ts`, [
    'messages of a team chat are sent to its members',
    'to: membersOf(chat),\n          subTopics',
    "to: ['company'],\n          subTopics",
    testOf('team-chats'),
    'receive no socket message',
  ]),
  ...inFile(
    `${modules}/announcements/announcements.ts`,
    [
      'announcements are shown to others while they are active',
      "all = can(actor, 'announcement.manage')",
      'all = true',
      testOf('announcements'),
      'only while active',
    ],
    [
      'the readers of announcements are counted for super users',
      "if (!can(actor, 'announcement.manage') || rows.length === 0) return rows;",
      'if (rows.length === 0) return rows;',
      testOf('announcements'),
      'count who has read',
    ],
  ),
];

import { inFile, modules } from './guard.ts';

export const ai = [
  ...inFile(`${modules}/ai/prompts.ts`, [
    'a stored key is never sent to another address',
    'const isElsewhere = after.provider !== before.provider || after.baseUrl !== before.baseUrl;',
    'const isElsewhere = false;',
    `${modules}/ai/prompts.test.ts`,
    'keep their key',
  ]),
  ...inFile(`${modules}/ai/ceilings.store.ts`, [
    'the cost of a call is reserved before it',
    'c.spent_micros + c.reserved_micros + $3 <= $5',
    'true',
    `${modules}/ai/ceilings.test.ts`,
    'is never exceeded',
  ]),
  ...inFile(`${modules}/ai/ceilings.ts`, [
    'a company without AI in its plan calls no model',
    "if (!plan.useOpenAi && requester === 'bot') throw new NotReserved('notInPlan');",
    '',
    `${modules}/ai/turns.test.ts`,
    'is not made for a company',
  ]),
];

export const calls = [
  ...inFile(
    `${modules}/flow-calls/flow-calls.store.ts`,
    [
      'a call that another process decided is not settled again',
      "where company_id = $1 and id = $2 and fence = $3 and state = 'calling' returning id`,\n};\nconst requeue",
      'where company_id = $1 and id = $2 and fence <> -$3 returning id`,\n};\nconst requeue',
      `${modules}/flow-calls/call-worker.test.ts`,
      'leaves it to another node',
    ],
    [
      'calls of one company are claimed one after the other',
      'await tx.query(lockCompany, [tx.companyId]);',
      '',
      `${modules}/flow-calls/call-worker.test.ts`,
      'are never more than ten',
    ],
  ),
  ...inFile(`${modules}/flow-calls/flow-calls.ts`, [
    'a company without integrations in its plan calls no service',
    "return isSilent || !isIncluded ? 'notConfigured' : null;",
    'return null;',
    `${modules}/flow-calls/call-worker.test.ts`,
    'are not made without useIntegrations',
  ]),
  ...inFile(`${modules}/integrations/bot-calls.ts`, [
    'a bot transfers to queues of its own company only',
    "if ((await deps.existingQueueIds(tx, [queueId])).length === 0) return { type: 'stop' };",
    '',
    `${modules}/integrations/integration-calls.test.ts`,
    'transfers to a queue of the company only',
  ]),
];

export const schedules = [
  ...inFile(
    `${modules}/schedules/send-step.ts`,
    [
      'a scheduled message that was changed meanwhile is not sent as it was read',
      'if (due.some(({ schedule: { id, revision } }) => revisions.get(id) !== revision)) throw new ScheduleChanged();',
      '',
      `${modules}/schedules/send-step.test.ts`,
      'and an edit between reading and locking',
    ],
    [
      'a company that may send nothing sends no scheduled message',
      "if (!(await isAllowed(tx))) return new Map(ids.map((id) => [id, 'waiting']));",
      '',
      `${modules}/schedules/send-step.test.ts`,
      'keeps its schedules',
    ],
  ),
];

export const campaigns = [
  ...inFile(`${modules}/campaigns/automatic-holds.ts`, [
    'a company that may send nothing sends no campaign',
    "if (!(await isCompanyAllowed({ companies }, tx, { isLocked: false })))\n      return { hold: 'company' as const, until: null, detail: '' };",
    '',
    `${modules}/campaigns/send-step.test.ts`,
    'while the company is inactive',
  ]),
  ...inFile(`${modules}/campaigns/queue-messages.ts`, [
    'a company that loses its right to send during a step sends nothing more',
    'if (!(await isCompanyAllowed(deps, tx, { isLocked: true }))) throw new CampaignChanged();',
    '',
    `${modules}/campaigns/step-races.test.ts`,
    'the block of the company',
  ]),
];

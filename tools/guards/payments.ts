/** Guards of the platform as a business: payments, sign-up, invitations, support access and what only super users may do. */
import { inFile, modules } from './guard.ts';

const inbox = `${modules}/billing/payment-inbox.test.ts`;
const settlement = `${modules}/billing/settlement.test.ts`;
const signUp = `${modules}/access/sign-up.test.ts`;
const support = `${modules}/access/support.test.ts`;

export const payments = [
  ...inFile(
    `${modules}/billing/payment-inbox.ts`,
    [
      'a webhook of a payment needs the key of its address',
      'if (!address || !isSameSecret(key, address.key))',
      'if (!address)',
      inbox,
      'refused without its address',
    ],
    [
      'a webhook of a payment is authenticated',
      "if (!address.provider.isAuthentic({ ...webhook, query })) refuse('ERR_SIGNATURE');",
      '',
      inbox,
      'refused without its address',
    ],
  ),
  ...inFile(
    'packages/domain/src/billing/invoice.ts',
    [
      'a payment has the amount of its invoice',
      'payment.cents === invoice.cents && ',
      '',
      settlement,
      'with another amount is held',
    ],
    [
      'a payment has the currency of its invoice',
      " && payment.currency === 'BRL'",
      '',
      `${modules}/billing/refunds.test.ts`,
      'in another currency',
    ],
  ),
  ...inFile(`${modules}/billing/settlement.ts`, [
    'a payment counts for the charge that it names',
    'if (payment.reference === charge.reference)',
    'if (true)',
    settlement,
    'that names another charge',
  ]),
];

export const companies = [
  ...inFile(`${modules}/access/sign-up.ts`, [
    'a sign-up has solved its puzzle',
    'await checkPuzzle(draft.puzzle, origin);',
    '',
    signUp,
    'is required over HTTPS',
  ]),
  ...inFile(`${modules}/companies/companies.store.ts`, [
    'a sign-up takes a public plan',
    'and(eq(plans.id, id), eq(plans.isPublic, true))',
    'and(eq(plans.id, id))',
    signUp,
    'takes public plans only',
  ]),
  ...inFile(`${modules}/companies/company-identity.ts`, [
    'a company confirms its e-mail before it contacts people',
    "if (company.verifiedAt === null) refuse('ERR_EMAIL_NOT_CONFIRMED');",
    '',
    signUp,
    'is needed for a real channel',
  ]),
  ...inFile(`${modules}/campaigns/campaigns.ts`, [
    'a company confirms its e-mail before it makes campaigns',
    'await deps.companies.assertConfirmed(tx);',
    '',
    `${modules}/campaigns/campaigns.test.ts`,
    'are not created until',
  ]),
  ...inFile(`${modules}/campaigns/automatic-holds.ts`, [
    'a company confirms its e-mail before it sends campaigns',
    'if (company.verifiedAt === null) return false;',
    '',
    `${modules}/campaigns/send-step.test.ts`,
    'while the e-mail of the company is not confirmed',
  ]),
  ...inFile(`${modules}/access/invitations.ts`, [
    'an invitation ends',
    "if (found.expiresAt <= clock.now()) refuse('ERR_INVITATION_EXPIRED');",
    '',
    `${modules}/access/invitations.test.ts`,
    'does not work after it expired',
  ]),
  ...inFile(`${modules}/access/password-reset.ts`, [
    'a reset code is compared a few times only',
    'const MAX_ATTEMPTS = 5;',
    'const MAX_ATTEMPTS = 5000;',
    `${modules}/access/password-reset.test.ts`,
    'compares a code five times',
  ]),
  ...inFile(
    `${modules}/access/support.ts`,
    [
      'a company can refuse support access',
      "if (!(await isAllowed(tx))) refuse('ERR_SUPPORT_OFF');",
      '',
      support,
      'is refused where the company',
    ],
    [
      'support access is for other companies',
      "if (companyId === actor.companyId) refuse('ERR_NO_PERMISSION');",
      '',
      support,
      'for other companies',
    ],
  ),
  ...inFile(`${modules}/platform-admin/company-deletion.ts`, [
    'the company of the platform is never deleted',
    'refuseOwnerCompany(companyId);\n',
    '',
    `${modules}/platform-admin/platform-admin.test.ts`,
    'is never deactivated',
  ]),
  ...inFile(
    'packages/domain/src/policy/policy.ts',
    [
      'subscriptions are managed by super users',
      "'billing.manage': superUser",
      "'billing.manage': admin",
      'roles',
      'admin: every endpoint',
    ],
    [
      'companies are managed by super users',
      "'company.manage': superUser",
      "'company.manage': admin",
      'roles',
      'admin: every endpoint',
    ],
    ['invoices are paid by admins', "'invoice.pay': admin", "'invoice.pay': anyone", 'roles', 'user: every endpoint'],
  ),
];

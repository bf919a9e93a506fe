import type { AccountEvent, HistoryMessage, HistoryThread } from '../account-events.ts';
import type { Change } from '../envelopes.ts';
import { errorItem } from '../errors.ts';
import { newWamid } from '../ids.ts';
import { customersMedia, sha256Of } from '../media.ts';
import { nowOf, secondsOf, type WhatsAppAccount, type SimulatorState } from '../state.ts';
import { changeOf, digitsOf } from './webhook-payloads.ts';

/** Events of an account as webhook changes; events of a template also update the template. */
export function accountChanges(state: SimulatorState, account: WhatsAppAccount, event: AccountEvent): Change[] {
  const number = digitsOf(account);
  switch (event.kind) {
    case 'history':
      return historyChanges(state, account, event);
    case 'history-declined':
      return [changeOf(account, { history: [{ errors: [errorItem({ code: 2_593_109 })] }] }, 'history')];
    case 'app-state':
      return [
        changeOf(
          account,
          {
            state_sync: event.contacts.map(({ action, phone, fullName, firstName }) => ({
              type: 'contact',
              contact: {
                ...(action === 'add' && {
                  full_name: fullName ?? '',
                  first_name: firstName ?? fullName?.split(' ')[0] ?? '',
                }),
                phone_number: phone,
              },
              action,
              metadata: { timestamp: secondsOf(nowOf(state)) },
            })),
          },
          'smb_app_state_sync',
        ),
      ];
    case 'quality':
      return [
        {
          field: 'phone_number_quality_update',
          value: {
            display_phone_number: number,
            event: event.event,
            ...(event.oldLimit !== undefined && { old_limit: event.oldLimit }),
            current_limit: event.limit,
            max_daily_conversations_per_business: event.limit,
          },
        },
      ];
    case 'capability':
      return [
        {
          field: 'business_capability_update',
          value: { max_daily_conversations_per_business: event.peoplePerDay, max_phone_numbers_per_business: 20 },
        },
      ];
    case 'account':
      return [
        {
          field: 'account_update',
          value: {
            phone_number: number,
            event: event.event,
            ...(event.ban && { ban_info: { waba_ban_state: event.ban.state, waba_ban_date: event.ban.date } }),
            ...(event.restrictions && {
              restriction_info: event.restrictions.map(({ type, expiration }) => ({
                restriction_type: type,
                expiration,
              })),
            }),
            ...(event.violation !== undefined && { violation_info: { violation_type: event.violation } }),
          },
        },
      ];
    case 'account-review':
      return [{ field: 'account_review_update', value: { decision: event.decision } }];
    case 'account-alert':
      return [
        {
          field: 'account_alerts',
          value: {
            entity_type: 'PHONE_NUMBER',
            entity_id: account.id,
            alert_info: {
              alert_severity: event.severity,
              alert_status: 'ACTIVE',
              alert_type: event.type,
              alert_description: event.description,
            },
          },
        },
      ];
    case 'name':
      return [
        {
          field: 'phone_number_name_update',
          value: {
            display_phone_number: number,
            decision: event.decision,
            requested_verified_name: event.name,
            rejection_reason: event.reason ?? null,
          },
        },
      ];
    case 'template-status':
      return [{ field: 'message_template_status_update', value: templateStatus(account, event) }];
    case 'template-quality':
      return [
        {
          field: 'message_template_quality_update',
          value: { previous_quality_score: event.from, new_quality_score: event.to, ...templateNamed(account, event) },
        },
      ];
    case 'template-category':
      return [
        {
          field: 'template_category_update',
          value: { ...templateNamed(account, event), previous_category: event.from, new_category: event.to },
        },
      ];
    default:
      return event satisfies never;
  }
}

function templateNamed({ waba }: WhatsAppAccount, { name, language }: { name: string; language: string }) {
  const template = waba.templates.find((candidate) => candidate.name === name && candidate.language === language);
  return {
    message_template_id: Number(template?.id ?? 0),
    message_template_name: name,
    message_template_language: language,
  };
}

function templateStatus(account: WhatsAppAccount, event: Extract<AccountEvent, { kind: 'template-status' }>) {
  const template = account.waba.templates.find(
    (candidate) => candidate.name === event.name && candidate.language === event.language,
  );
  const status = event.event === 'REINSTATED' ? 'APPROVED' : event.event;
  if (template && status !== 'FLAGGED' && status !== 'PENDING_DELETION') template.status = status;
  return {
    event: event.event,
    ...templateNamed(account, event),
    reason: event.reason ?? (event.event === 'REJECTED' ? 'INVALID_FORMAT' : 'NONE'),
    message_template_category: template?.category ?? 'UTILITY',
    ...(event.event === 'PAUSED' && {
      other_info: { title: 'FIRST_PAUSE', description: 'Your template has been paused because of its quality.' },
    }),
  };
}

/** History chunks contain no files; each file follows in a webhook of its own. */
function historyChanges(
  state: SimulatorState,
  account: WhatsAppAccount,
  event: Extract<AccountEvent, { kind: 'history' }>,
): Change[] {
  const files: Change[] = [];
  const threads = event.threads.map((thread) => ({
    id: thread.id,
    ...(thread.name !== undefined && { context: { wa_id: thread.id, username: thread.name } }),
    messages: thread.messages.map((message) => {
      const frame = historyFrame(state, account, thread, message);
      if (message.media) files.push(fileChange(state, account, frame, message.media));
      return {
        ...frame,
        ...(message.media ? { type: 'media_placeholder' } : { type: 'text', text: { body: message.text ?? '' } }),
        history_context: { status: message.status ?? 'READ', ...(message.fromMe && { from_me: true }) },
      };
    }),
  }));
  const metadata = { phase: event.phase, chunk_order: event.chunk, progress: event.progress };
  return [changeOf(account, { history: [{ metadata, threads }] }, 'history'), ...files];
}

function historyFrame(state: SimulatorState, account: WhatsAppAccount, thread: HistoryThread, message: HistoryMessage) {
  const number = digitsOf(account);
  return {
    from: message.fromMe ? number : thread.id,
    ...(message.fromMe && { to: thread.id }),
    id: message.id ?? newWamid(state.random, thread.id),
    timestamp: secondsOf(Date.parse(message.at)),
  };
}

function fileChange(
  state: SimulatorState,
  account: WhatsAppAccount,
  frame: ReturnType<typeof historyFrame>,
  type: NonNullable<HistoryMessage['media']>,
): Change {
  const media = customersMedia(state, account.id, type, {}, false);
  const content = { mime_type: media.mime, sha256: sha256Of(media.bytes), id: media.id };
  return changeOf(account, { messages: [{ ...frame, type, [type]: content }] }, 'history');
}

import type { BotTried } from '@balcao/contract/endpoints/chatbots';
import type { BotOutcome } from '@balcao/domain/bot/step-names';
import { useTexts } from '../../lib/use-texts.ts';
import { cx, Icon, type IconName } from '../../ui/index.ts';
import css from './bot.module.css';
import { stepTexts } from './bot.texts.ts';
import { CustomerMessage, BotReply } from './bot-reply.tsx';
import { anAgentTexts, reasonTexts } from './reason.texts.ts';
import { testerTexts } from './tester.texts.ts';

export interface TestTurn {
  message: { text: string; isAudio: boolean };
  tried: BotTried;
}

/** The tried conversation and, for its last message, every step, the step that answered and the resulting assignment. */
export function TestOutcome({ turns }: { turns: readonly TestTurn[] }) {
  const t = useTexts(testerTexts);
  const last = turns.at(-1)?.tried;
  if (!last) return null;
  return (
    <>
      <div className={css.canvas} data-channel="whatsapp" role="log" aria-label={t('conversation')}>
        {turns.map((turn, at) => (
          // Turns are only appended, so the index is a stable key.
          // oxlint-disable-next-line react/no-array-index-key
          <Turn key={at} turn={turn} />
        ))}
      </div>
      <Steps tried={last} />
    </>
  );
}

function Turn({ turn: { message, tried } }: { turn: TestTurn }) {
  const t = useTexts(testerTexts);
  return (
    <>
      <CustomerMessage>{message.isAudio ? t('anAudio') : message.text || '…'}</CustomerMessage>
      {tried.says.length === 0 && <p className={css.silence}>{t('silence')}</p>}
      {tried.says.map((reply, at) => (
        // oxlint-disable-next-line react/no-array-index-key
        <BotReply key={at} reply={reply} />
      ))}
    </>
  );
}

const icons: Record<BotOutcome, IconName> = { answers: 'chat', passes: 'arrow-r', stops: 'ban', skipped: 'minus' };

function Steps({ tried: { steps, answeredBy, place: assignment } }: { tried: BotTried }) {
  const t = useTexts(testerTexts);
  const step = useTexts(stepTexts);
  const reasonText = useTexts(reasonTexts);
  const tAgent = useTexts(anAgentTexts);
  const names = { user: assignment.userName ?? tAgent('anAgent'), queue: assignment.queueName ?? '…' };
  return (
    <div className={css.outcome}>
      <p className={css.answered}>
        {answeredBy === null ? t('nobodyAnswers') : t('answeredBy', { step: step(answeredBy) })}
      </p>
      <ol className={css.steps} aria-label={t('steps')}>
        {steps.map((result) => {
          // A step that replied and passed the message on still counts as the one that answered.
          const outcome = result.step === answeredBy ? 'answers' : result.outcome;
          return (
            <li key={result.step} className={cx(css.step, css[outcome])}>
              <Icon name={icons[outcome]} size={14} />
              <b>
                <span className="sr">{t(outcome)}: </span>
                {step(result.step)}
              </b>
              <span>{reasonText(result.why, names)}</span>
            </li>
          );
        })}
      </ol>
      <p className={css.after}>
        <b>{t('after')}: </b>
        {assignmentText(assignment, t)}
      </p>
    </div>
  );
}

function assignmentText(
  assignment: BotTried['place'],
  t: ReturnType<typeof useTexts<keyof typeof testerTexts>>,
): string {
  if (assignment.closes) return t('closes');
  if (assignment.status === 'lgpd') return t('waitsConsent');
  if (assignment.status === 'nps') return t('waitsRating');
  const queue = assignment.queueName;
  if (queue === null) return t('noQueue');
  return assignment.userName === null ? t('waitsIn', { queue }) : t('waitsFor', { queue, user: assignment.userName });
}

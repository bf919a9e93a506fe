import type { BotTried } from '@balcao/contract/endpoints/chatbots';
import type { BotOutcome } from '@balcao/domain/bot/words';
import { useTexts } from '../../lib/use-texts.ts';
import { cx, Icon, type IconName } from '../../ui/index.ts';
import css from './bot.module.css';
import { stepTexts, whyTexts } from './bot.texts.ts';
import { CustomerSaying, Saying } from './saying.tsx';
import { testerTexts } from './tester.texts.ts';

export interface TestTurn {
  said: { text: string; isAudio: boolean };
  tried: BotTried;
}

/** The talk so far, and for its last message every step, which of them answered, and where it led. */
export function TestOutcome({ turns }: { turns: readonly TestTurn[] }) {
  const t = useTexts(testerTexts);
  const last = turns.at(-1)?.tried;
  if (!last) return null;
  return (
    <>
      <div className={css.canvas} data-channel="whatsapp" role="log" aria-label={t('conversation')}>
        {turns.map((turn, at) => (
          // Turns are only ever added, so their place is their name.
          // oxlint-disable-next-line react/no-array-index-key
          <Turn key={at} turn={turn} />
        ))}
      </div>
      <Steps tried={last} />
    </>
  );
}

function Turn({ turn: { said, tried } }: { turn: TestTurn }) {
  const t = useTexts(testerTexts);
  return (
    <>
      <CustomerSaying>{said.isAudio ? t('anAudio') : said.text || '…'}</CustomerSaying>
      {tried.says.length === 0 && <p className={css.silence}>{t('silence')}</p>}
      {tried.says.map((saying, at) => (
        // oxlint-disable-next-line react/no-array-index-key
        <Saying key={at} saying={saying} />
      ))}
    </>
  );
}

const icons: Record<BotOutcome, IconName> = { answers: 'chat', passes: 'check', stops: 'ban', skipped: 'minus' };

function Steps({ tried: { steps, answeredBy, place } }: { tried: BotTried }) {
  const t = useTexts(testerTexts);
  const step = useTexts(stepTexts);
  const why = useTexts(whyTexts);
  return (
    <div className={css.outcome}>
      <p className={css.answered}>
        {answeredBy === null ? t('nobodyAnswers') : t('answeredBy', { step: step(answeredBy) })}
      </p>
      <ol className={css.steps} aria-label={t('steps')}>
        {steps.map((one) => {
          // What spoke and let the message go on is still the one that answered.
          const outcome = one.step === answeredBy ? 'answers' : one.outcome;
          return (
            <li key={one.step} className={cx(css.step, css[outcome])}>
              <Icon name={icons[outcome]} size={14} />
              <b>
                <span className="sr">{t(outcome)}: </span>
                {step(one.step)}
              </b>
              <span>{why(one.why)}</span>
            </li>
          );
        })}
      </ol>
      <p className={css.after}>
        <b>{t('after')}: </b>
        {whereTo(place, t)}
      </p>
    </div>
  );
}

function whereTo(place: BotTried['place'], t: ReturnType<typeof useTexts<keyof typeof testerTexts>>): string {
  if (place.closes) return t('closes');
  if (place.status === 'lgpd') return t('waitsConsent');
  if (place.status === 'nps') return t('waitsRating');
  const queue = place.queueName;
  if (queue === null) return t('noQueue');
  return place.userName === null ? t('waitsIn', { queue }) : t('waitsFor', { queue, user: place.userName });
}

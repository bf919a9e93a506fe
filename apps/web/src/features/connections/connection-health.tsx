/** Health of a connection: a colored status with a label, and the reasons in a popover. */
import type { Connection, HealthBrief } from '@balcao/contract/endpoints/connections';
import {
  useConnectionHealth,
  type ConnectionHealth as HealthFigures,
} from '../../entities/connections/connection-health.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatDateTime, formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { cx, ErrorState, Icon, Popover, Skeleton } from '../../ui/index.ts';
import css from './health.module.css';
import { healthTexts } from './health.texts.ts';

export function ConnectionHealth({ connection }: { connection: Connection }) {
  const t = useTexts(healthTexts);
  const { health, name } = connection;
  if (!health) return null;
  const statusText = t(health.light);
  return (
    <Popover
      label={t('title')}
      side="bottom-start"
      width={320}
      target={(opener) => (
        <button
          type="button"
          className={cx(css.light, css[health.light])}
          aria-label={t('ofConnection', { name, word: statusText })}
          {...opener}
        >
          <Icon name="pulse" size={14} />
          {statusText}
        </button>
      )}
    >
      <Detail connection={connection} health={health} />
    </Popover>
  );
}

function Detail({ connection, health }: { connection: Connection; health: HealthBrief }) {
  const t = useTexts(healthTexts);
  const language = useLanguage();
  const { data, error, refetch } = useConnectionHealth(connection.id);
  const { light: status, reasons } = data ?? health;
  return (
    <div className={css.detail}>
      <h3 className={css.head}>
        {t('title')}
        <span className={cx(css.light, css[status])}>{t(status)}</span>
      </h3>
      {reasons.length === 0 ? (
        <p className="muted">{t(status === 'grey' ? 'notYet' : 'allWell')}</p>
      ) : (
        <ul className={css.reasons}>
          {reasons.map(({ why: reason, value, detail }) => (
            <li key={reason}>
              {t(reason, { value: formatNumber(value ?? 0) })}
              {detail !== '' && <small>{errorText(detail, language)}</small>}
            </li>
          ))}
        </ul>
      )}
      {error ? (
        <ErrorState compact text={errorText(error, language)} onRetry={() => void refetch()} />
      ) : data ? (
        <>
          <Figures health={data} />
          <Log log={data.log} />
        </>
      ) : (
        <Skeleton height={132} />
      )}
    </div>
  );
}

const tallies = [
  ['sent', 'sent'],
  ['refused', 'refused'],
  ['slowedDown', 'slowedDown'],
  ['unanswered', 'unanswered'],
  ['disconnections', 'disconnectionCount'],
] as const;
/** The server counts only up to this number. */
const MAX_WAITING_COUNT = 1000;

function Figures({ health }: { health: HealthFigures }) {
  const t = useTexts(healthTexts);
  const { lastHour, lastDay, quality, waiting, held, pausedUntil, restrictedUntil, newChats } = health;
  const { pace: rateLimit, budget } = health;
  return (
    <>
      <table className={css.figures}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('lastHour')}</th>
            <th scope="col">{t('lastDay')}</th>
          </tr>
        </thead>
        <tbody>
          {tallies.map(([key, textKey]) => (
            <tr key={key}>
              <th scope="row">{t(textKey)}</th>
              <td className="num">{formatNumber(lastHour[key])}</td>
              <td className="num">{formatNumber(lastDay[key])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className={css.facts}>
        {quality && <Fact label={t('quality')} value={t(quality)} />}
        {waiting > 0 && (
          <Fact label={t('waiting')} value={waiting >= MAX_WAITING_COUNT ? t('thousand') : formatNumber(waiting)} />
        )}
        {held > 0 && <Fact label={t('held')} value={held >= MAX_WAITING_COUNT ? t('thousand') : formatNumber(held)} />}
        {restrictedUntil && <Fact label={t('restrictedUntil')} value={formatDateTime(restrictedUntil)} />}
        {newChats && (
          <Fact
            label={t('newChats')}
            value={t('newChatsText', { used: formatNumber(newChats.used), total: formatNumber(newChats.total) })}
          />
        )}
        {pausedUntil && <Fact label={t('pausedUntil')} value={formatDateTime(pausedUntil)} />}
        {rateLimit && (
          <Fact label={t('pace')} value={t('paceText', { perSecond: formatNumber(rateLimit.perSecond) })} />
        )}
        <Fact
          label={t('budget')}
          value={
            budget.peoplePerDay === null
              ? budget.isUnbounded
                ? t('budgetUnbounded', { taken: formatNumber(budget.taken) })
                : t('budgetFree')
              : t('budgetText', {
                  left: formatNumber(budget.left ?? 0),
                  all: formatNumber(budget.peoplePerDay),
                })
          }
        />
        {budget.sharedWith.length > 0 && <Fact label={t('sharedWith')} value={budget.sharedWith.join(', ')} />}
      </dl>
    </>
  );
}

/** What the channel reported about the account, newest first. */
function Log({ log }: { log: HealthFigures['log'] }) {
  const t = useTexts(healthTexts);
  if (log.length === 0) return null;
  return (
    <section className={css.log}>
      <h4>{t('log')}</h4>
      <ul className={css.reasons}>
        {log.map(({ label, detail, count, lastAt }) => (
          <li key={`${label} ${detail}`}>
            {isKnownReport(label) ? t(label) : t('report', { label })}
            {count > 1 && ` (${formatNumber(count)}×)`}
            {detail !== '' && <small>{detail}</small>}
            <small className="num">{formatDateTime(lastAt)}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}
/** Reports without a text of their own are shown by the channel's word. */
const isKnownReport = (label: string): label is keyof typeof healthTexts => Object.hasOwn(healthTexts, label);

const Fact = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd className="num">{value}</dd>
  </div>
);

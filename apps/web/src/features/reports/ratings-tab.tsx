/** Ratings of the period: scores from 0 to 10, agents, and the newest low scores. */
import type { ReportPart } from '@balcao/domain/insight/metrics';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PreviewLine } from '../../entities/messages/formatted-text.tsx';
import { usePreviewText } from '../../entities/messages/preview.ts';
import type { ReportFilter } from '../../entities/reports/report-filter.ts';
import { ReportLink } from '../../entities/reports/report-link.tsx';
import { useAgentName } from '../../entities/users/use-agent-name.ts';
import { useReport, useReportRatings, type ReportRatings } from '../../entities/reports/reports.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Avatar, Button, EmptyState, ErrorState, Skeleton } from '../../ui/index.ts';
import { ratingTexts } from './ratings.texts.ts';
import { Score } from './report-table.tsx';
import css from './reports.module.css';
import { reportTexts } from './reports.texts.ts';

const LOW_ROWS = 5;

type RatedAgent = ReportRatings['agents'][number];

interface RatingsTabProps {
  /** By cycle: each rating belongs to one. */
  filter: ReportFilter;
  onFilter: (filter: ReportFilter) => void;
}

/** Counted over the rows of the filter; a score opens its cycles. */
export function RatingsTab({ filter, onFilter }: RatingsTabProps) {
  const t = useTexts(reportTexts);
  const tRatings = useTexts(ratingTexts);
  const language = useLanguage();
  const { data, error, refetch } = useReportRatings(filter);
  if (error && !data)
    return (
      <div className={css.card}>
        <ErrorState text={errorText(error, language)} onRetry={() => void refetch()} />
      </div>
    );
  if (!data) return <Skeleton height={300} />;
  if (data.scores.every((n) => n === 0))
    return (
      <div className={css.card}>
        <EmptyState icon="star" title={tRatings('noRatings')} />
      </div>
    );
  return (
    <div className={css.ratings} role="tabpanel" aria-label={t('ratings')}>
      <Scores scores={data.scores} filter={filter} onScore={(score) => onFilter({ ...filter, score })} />
      <AgentRatings agents={data.agents} filter={filter} />
      <LowScores filter={filter} />
    </div>
  );
}

const toneOf = (score: number) => (score >= 9 ? 'success' : score >= 7 ? 'warn' : 'danger');

interface ScoresProps {
  scores: readonly number[];
  filter: ReportFilter;
  onScore: (score: number) => void;
}

function Scores({ scores, filter, onScore }: ScoresProps) {
  const t = useTexts(reportTexts);
  const tRatings = useTexts(ratingTexts);
  const most = Math.max(1, ...scores);
  const answers = scores.reduce((sum, n) => sum + n, 0);
  const shares = (['detractors', 'passives', 'promoters'] as const).map((part) => {
    const count = scores.reduce((sum, n, score) => sum + (partOf(score) === part ? n : 0), 0);
    return { part, count, percent: Math.round((count / answers) * 100) };
  });
  return (
    <section className={css.card} aria-label={tRatings('scores')}>
      <h2 className={css.cardHead}>
        {tRatings('scores')} <span>{tRatings('scoresHint', { n: formatNumber(answers) })}</span>
      </h2>
      <div className={css.histogram}>
        {scores.map((count, score) => (
          <button
            key={score}
            type="button"
            data-tone={toneOf(score)}
            // The name begins with what is seen, which is the number above the bar and the score below it.
            aria-label={`${formatNumber(count)} ${score}. ${tRatings('score')} ${score}: ${formatNumber(count)} ${tRatings('answers')}`}
            onClick={() => onScore(score)}
          >
            <b className="num">{formatNumber(count)}</b> <i style={{ height: `${(count / most) * 100}%` }} />
            <span className="num">{score}</span>
          </button>
        ))}
      </div>
      <p className={css.legend}>
        {shares.map(({ part, count, percent }) => (
          <span key={part} data-tone={part === 'promoters' ? 'success' : part === 'passives' ? 'warn' : 'danger'}>
            <RowsLink filter={filter} list={{ part }}>
              {t(`part.${part}`)} <b className="num">{formatNumber(count)}</b>
            </RowsLink>{' '}
            · {percent} %
          </span>
        ))}
      </p>
    </section>
  );
}

interface RowsLinkProps {
  filter: ReportFilter;
  list: { part: ReportPart; userIds?: number[] };
  children: ReactNode;
}
/** A filter has one part, and `ownRating` reads its users as those who were rated: elsewhere the list would count other rows. */
function RowsLink({ filter, list, children }: RowsLinkProps) {
  const isSamePart = filter.part === list.part;
  const hasSameRows =
    isSamePart || (filter.part === null && (list.userIds === undefined || filter.userIds.length === 0));
  return hasSameRows ? <ReportLink filter={{ ...filter, ...list }}>{children}</ReportLink> : <>{children}</>;
}

const partOf = (score: number) => (score >= 9 ? 'promoters' : score >= 7 ? 'passives' : 'detractors');

function AgentRatings({ agents, filter }: { agents: readonly RatedAgent[]; filter: ReportFilter }) {
  const t = useTexts(reportTexts);
  const tRatings = useTexts(ratingTexts);
  const nameOf = useAgentName();
  return (
    <section className={css.card} aria-label={tRatings('perAgent')}>
      <h2 className={css.cardHead}>{tRatings('perAgent')}</h2>
      {/* Focusable, so that the keyboard can scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={css.scroll} tabIndex={0} role="group" aria-label={tRatings('perAgent')}>
        <table className={css.agents}>
          <thead>
            <tr>
              <th scope="col">{t('user')}</th>
              <th scope="col">{tRatings('answers')}</th>
              <th scope="col">{tRatings('mean')}</th>
              <th scope="col">{t('nps')}</th>
              <th scope="col">{tRatings('distribution')}</th>
            </tr>
          </thead>
          <tbody>
            {agents
              .toSorted((a, b) => (b.rating ?? 0) - (a.rating ?? 0))
              .map((agent) => (
                <tr key={agent.id}>
                  <th scope="row">
                    <span className={css.person}>
                      <Avatar name={nameOf(agent.id, agent.name)} size={24} />
                      {nameOf(agent.id, agent.name)}
                    </span>
                  </th>
                  <td className="num">
                    <RowsLink filter={filter} list={{ part: 'ownRating', userIds: [agent.id] }}>
                      {formatNumber(agent.countRating)}
                    </RowsLink>
                  </td>
                  <td className="num">
                    <b>{formatNumber(Math.round((agent.rating ?? 0) * 10) / 10)}</b>
                  </td>
                  <td className="num">{formatNumber(Math.round(agent.npsScore ?? 0))}</td>
                  <td>
                    <Distribution agent={agent} />
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Distribution({ agent: { promoters, passives, detractors } }: { agent: RatedAgent }) {
  const tRatings = useTexts(ratingTexts);
  return (
    <span className={css.shares} role="img" aria-label={tRatings('shares', { promoters, passives, detractors })}>
      <i data-tone="success" style={{ flex: promoters }} />
      <i data-tone="warn" style={{ flex: passives }} />
      <i data-tone="danger" style={{ flex: detractors }} />
    </span>
  );
}

function LowScores({ filter }: { filter: ReportFilter }) {
  const t = useTexts(reportTexts);
  const tRatings = useTexts(ratingTexts);
  const navigate = useNavigate();
  const nameOf = useAgentName();
  const previewText = usePreviewText();
  const { data } = useReport({ ...filter, part: 'detractors', score: null }, 1, LOW_ROWS);
  if (!data || data.tickets.length === 0) return null;
  return (
    <section className={`${css.card} ${css.low}`} aria-label={tRatings('low')}>
      <h2 className={css.cardHead}>
        {tRatings('low')} <span>{tRatings('lowHint')}</span>
      </h2>
      <ul>
        {data.tickets.map((row) => (
          <li key={row.cycleId}>
            <Score score={row.NPS} />
            <span className={css.person}>
              <Avatar name={row.contactName} size={24} />
              <bdi className="cut">{row.contactName}</bdi>
            </span>
            <span className={css.lowText} title={previewText(row.lastMessage)}>
              <PreviewLine text={previewText(row.lastMessage)} maxLength={60} />
            </span>
            <span className="cut" translate="no">
              {row.queueName}
            </span>
            <span className="cut">{row.userId === null ? t('nobody') : nameOf(row.userId, row.userName)}</span>
            <span className="num muted">{row.closedAt || row.createdAt}</span>
            <Button
              size="sm"
              icon="external"
              aria-label={t('open', { name: row.contactName })}
              onClick={() => void navigate({ to: `/tickets/${row.uuid}` })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

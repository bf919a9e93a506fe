/** The messages that the dashboard counts as received or sent on the days of the filter. */
import { useNavigate } from '@tanstack/react-router';
import { useDashboard } from '../../entities/dashboard/dashboard.api.ts';
import { hasMoreThanDates, type ReportFilter } from '../../entities/reports/report-filter.ts';
import { useReportMessages, type MessageDirection, type ReportMessage } from '../../entities/reports/reports.api.ts';
import { useAgentName } from '../../entities/users/use-agent-name.ts';
import { formatDateTime, formatNumber } from '../../lib/format.ts';
import { tablePages } from '../../lib/infinite-list.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { IconButton, InfiniteTable, Segments, type Column } from '../../ui/index.ts';
import { messageTexts } from './messages.texts.ts';
import { ContactCell } from './cells.tsx';
import css from './reports.module.css';
import { reportTexts } from './reports.texts.ts';

interface MessagesTabProps {
  filter: ReportFilter;
  direction: MessageDirection;
  onDirection: (direction: MessageDirection) => void;
}

export function MessagesTab({ filter, direction, onDirection }: MessagesTabProps) {
  const t = useTexts(messageTexts);
  const language = useLanguage();
  const range = { from: filter.dateFrom, to: filter.dateTo };
  const messages = useReportMessages(range, direction);
  const { data } = useDashboard(range);
  const columns = useColumns();
  return (
    <div className={css.rows} role="tabpanel" aria-label={t('direction')}>
      {hasMoreThanDates(filter) && <p className="muted">{t('ofAll')}</p>}
      <div className={css.pager}>
        <Segments
          label={t('direction')}
          segments={[
            { key: 'received', label: t('received') },
            { key: 'sent', label: t('sent') },
          ]}
          value={direction}
          onChange={onDirection}
        />
        <span className={css.grow} />
        <span className="num" role="status">
          {data && t('total', { n: formatNumber(data.period[direction]) })}
        </span>
      </div>
      <InfiniteTable
        label={t(direction)}
        rows={messages.rows}
        columns={columns}
        rowKey={({ id }) => id}
        {...tablePages(messages, language)}
        empty={{ icon: 'chat', title: t('none') }}
      />
    </div>
  );
}

function useColumns(): Column<ReportMessage>[] {
  const t = useTexts(messageTexts);
  const tReport = useTexts(reportTexts);
  const navigate = useNavigate();
  const nameOf = useAgentName();
  return [
    {
      key: 'at',
      head: t('at'),
      firm: true,
      cell: ({ at }) => <span className="num muted">{formatDateTime(at)}</span>,
    },
    {
      key: 'contact',
      head: tReport('contact'),
      primary: true,
      cell: ({ contactName }) => <ContactCell name={contactName} />,
    },
    {
      key: 'sender',
      head: t('sender'),
      cell: ({ sender, userId, userName }) =>
        sender === 'users' && userId !== null ? nameOf(userId, userName) : t(sender),
    },
    {
      key: 'connection',
      head: tReport('connection'),
      spare: true,
      cell: ({ whatsappName }) => <span className="muted">{whatsappName}</span>,
    },
    {
      key: 'actions',
      head: '',
      cell: ({ contactName, uuid }) => (
        <IconButton
          icon="external"
          label={tReport('open', { name: contactName })}
          onClick={() => void navigate({ to: `/tickets/${uuid}` })}
        />
      ),
    },
  ];
}

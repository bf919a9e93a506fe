/** The /doctor screen, for super users: what is wrong with the installation and what to do. */
import { checkTexts } from '@balcao/contract/doctor/check.texts';
import { useState } from 'react';
import { useCheckNow, useDoctor, type DoctorCheck, type DoctorReport } from '../../entities/doctor/doctor.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatDateTime, formatNumber, formatTime } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, cx, ErrorState, Icon, Page, Skeleton, Tabs, useToast, type IconName } from '../../ui/index.ts';
import { BackupsTab } from './backups-tab.tsx';
import { formatCheck } from './check-value.ts';
import css from './doctor.module.css';
import { doctorTexts } from './doctor.texts.ts';
import { MovedNotice } from './moved-notice.tsx';
import { RestoredNotice } from './restored-notice.tsx';
import { NodesTab, WorkTab } from './work-tabs.tsx';

const icons: Record<DoctorCheck['state'], IconName> = { ok: 'check-c', warning: 'alert', error: 'x', unknown: 'help' };
const stateTexts = { ok: 'stateOk', warning: 'stateWarning', error: 'stateError', unknown: 'stateUnknown' } as const;

export function DoctorPage() {
  const t = useTexts(doctorTexts);
  const language = useLanguage();
  const toast = useToast();
  const { data, error, refetch } = useDoctor();
  const checkNow = useCheckNow();
  return (
    <Page
      title={t('title')}
      {...(data && { count: t('checkedAt', { time: formatTime(data.checkedAt) }) })}
      actions={
        <>
          <Button icon="download" disabled={!data} onClick={() => data && download(data)}>
            {t('downloadReport')}
          </Button>
          <Button
            icon="refresh"
            busy={checkNow.isPending}
            onClick={() => checkNow.mutate(undefined, { onError: toast.failed })}
          >
            {t('checkNow')}
          </Button>
        </>
      }
    >
      {!data && !error && <DoctorSkeleton />}
      {!data && error && <ErrorState text={errorText(error, language)} onRetry={() => void refetch()} />}
      {data && <Report report={data} />}
    </Page>
  );
}

function Report({ report }: { report: DoctorReport }) {
  const t = useTexts(doctorTexts);
  const [tab, setTab] = useState<'backups' | 'work' | 'nodes'>('backups');
  const inOrder = report.checks.filter(({ state }) => state === 'ok').length;
  return (
    <div className={css.report}>
      {report.restored && report.restored.stage !== 'active' && <RestoredNotice restored={report.restored} />}
      {report.moved.map((moved) => (
        <MovedNotice key={moved.companyId} moved={moved} />
      ))}
      <Verdict checks={report.checks} />
      <div className={css.columns}>
        <section className={css.card} aria-labelledby="doctor-checks">
          <header className={css.cardHead}>
            <h2 id="doctor-checks">{t('checks')}</h2>
            <span className="muted num">
              {t('inOrder', { ok: formatNumber(inOrder), all: formatNumber(report.checks.length) })}
            </span>
          </header>
          <ul className={css.checks}>
            {report.checks.map((check) => (
              <CheckRow key={check.id} check={check} />
            ))}
          </ul>
        </section>
        <section className={css.card}>
          <div className={css.tabs}>
            <Tabs
              label={t('tabs')}
              active={tab}
              onChange={setTab}
              tabs={[
                { key: 'backups', label: t('backups') },
                { key: 'work', label: t('work') },
                { key: 'nodes', label: t('nodes') },
              ]}
            />
          </div>
          <div className={css.tabBody}>
            {tab === 'backups' && <BackupsTab backups={report.backups} checkedAt={report.checkedAt} />}
            {tab === 'work' && <WorkTab queues={report.queues} />}
            {tab === 'nodes' && <NodesTab nodes={report.nodes} versions={report.versions} />}
          </div>
        </section>
      </div>
    </div>
  );
}

function Verdict({ checks }: { checks: DoctorCheck[] }) {
  const t = useTexts(doctorTexts);
  const language = useLanguage();
  const errors = checks.filter(({ state }) => state === 'error');
  const warnings = checks.filter(({ state }) => state === 'warning' || state === 'unknown');
  const worst = errors[0] ?? warnings[0];
  const state = errors.length > 0 ? 'error' : worst ? 'warning' : 'ok';
  const title =
    state === 'ok'
      ? t('allWell')
      : t(state === 'error' ? 'errors' : 'warnings', { count: formatNumber((errors[0] ? errors : warnings).length) });
  return (
    <section className={cx(css.card, css.verdict)} role="status">
      <span className={cx(css.verdictIcon, css[state])}>
        <Icon name={state === 'ok' ? 'check-c' : 'alert'} size={20} />
      </span>
      <div>
        <h2>{title}</h2>
        <p>
          {worst
            ? `${checkTexts[worst.id].name[language]}: ${checkTexts[worst.id].remedy[language]}`
            : t('allWellText')}
        </p>
      </div>
    </section>
  );
}

function CheckRow({ check }: { check: DoctorCheck }) {
  const t = useTexts(doctorTexts);
  const language = useLanguage();
  const { name, remedy } = checkTexts[check.id];
  return (
    <li className={cx(css.check, css[check.state])}>
      <span className={css.mark} role="img" aria-label={t(stateTexts[check.state])}>
        <Icon name={icons[check.state]} size={16} />
      </span>
      <span className={css.name}>{name[language]}</span>
      <span className="num">{formatCheck(check, t)}</span>
      <span className={cx(css.since, 'num')}>{t('since', { at: formatDateTime(check.since) })}</span>
      {check.state !== 'ok' && <span className={css.remedy}>{remedy[language]}</span>}
    </li>
  );
}

/** Numbers only, so it can be sent to anybody who helps. */
function download(report: DoctorReport) {
  const url = URL.createObjectURL(new Blob([JSON.stringify(report, undefined, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `doctor-${report.checkedAt.slice(0, 19).replaceAll(':', '')}.json`;
  link.click();
  URL.revokeObjectURL(url);
}

const DoctorSkeleton = () => (
  <div className={css.report} aria-busy="true">
    <Skeleton height={72} />
    <div className={css.columns}>
      <Skeleton height={480} />
      <Skeleton height={320} />
    </div>
  </div>
);

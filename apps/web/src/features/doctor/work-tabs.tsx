import type { ReactNode } from 'react';
import type { DoctorReport } from '../../entities/doctor/doctor.api.ts';
import { formatNumber, formatTime } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { cx } from '../../ui/index.ts';
import { formatSeconds } from './check-value.ts';
import css from './doctor.module.css';
import { doctorTexts } from './doctor.texts.ts';

/** A table that is wider than a phone; it is reached by keyboard too. */
const Scrolled = ({ label, children }: { label: string; children: ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div className={css.scroll} tabIndex={0} role="group" aria-label={label}>
    {children}
  </div>
);

export function WorkTab({ queues }: { queues: DoctorReport['queues'] }) {
  const t = useTexts(doctorTexts);
  if (queues.length === 0) return <p className="muted">{t('noWork')}</p>;
  return (
    <Scrolled label={t('work')}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t('queue')}</th>
            <th scope="col">{t('waiting')}</th>
            <th scope="col">{t('running')}</th>
            <th scope="col">{t('failed')}</th>
            <th scope="col">{t('oldest')}</th>
          </tr>
        </thead>
        <tbody>
          {queues.map((queue) => (
            <tr key={queue.name}>
              <td>{queue.name}</td>
              <td className="num">{formatNumber(queue.waiting)}</td>
              <td className="num">{formatNumber(queue.running)}</td>
              <td className={cx('num', queue.failed > 0 && css.failed)}>{formatNumber(queue.failed)}</td>
              <td className="num">{queue.oldestSeconds === null ? '–' : formatSeconds(queue.oldestSeconds)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  );
}

export function NodesTab({ nodes, versions }: Pick<DoctorReport, 'nodes' | 'versions'>) {
  const t = useTexts(doctorTexts);
  return (
    <>
      <Scrolled label={t('nodes')}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t('node')}</th>
              <th scope="col">{t('role')}</th>
              <th scope="col">{t('version')}</th>
              <th scope="col">{t('seen')}</th>
            </tr>
          </thead>
          <tbody>
            {nodes.map((node) => (
              <tr key={node.name}>
                <td>{node.name}</td>
                <td>{node.role}</td>
                <td className="num">{node.version}</td>
                <td className="num">{formatTime(node.seenAt)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
      <h3 className={css.subtitle}>{t('versions')}</h3>
      <dl className={css.facts}>
        <dt>{t('product')}</dt>
        <dd className="num">{versions.product}</dd>
        <dt>{t('schema')}</dt>
        <dd className="num">{formatNumber(versions.schema)}</dd>
        <dt>{t('database')}</dt>
        <dd className="num">{`PostgreSQL ${versions.database}`}</dd>
      </dl>
    </>
  );
}

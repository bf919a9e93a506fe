import type { DoctorReport } from '../../entities/doctor/doctor.api.ts';
import { formatNumber, formatTime } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { cx } from '../../ui/index.ts';
import { formatSeconds } from './check-value.ts';
import css from './doctor.module.css';
import { doctorTexts } from './doctor.texts.ts';

export function WorkTab({ queues }: { queues: DoctorReport['queues'] }) {
  const t = useTexts(doctorTexts);
  if (queues.length === 0) return <p className="muted">{t('noWork')}</p>;
  return (
    <div className={css.scroll}>
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
    </div>
  );
}

export function NodesTab({ nodes, versions }: Pick<DoctorReport, 'nodes' | 'versions'>) {
  const t = useTexts(doctorTexts);
  return (
    <>
      <div className={css.scroll}>
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
      </div>
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

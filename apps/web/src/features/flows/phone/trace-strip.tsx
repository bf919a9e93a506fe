/** The path of a test, step by step. */
import { formatTime } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { cx } from '../../../ui/index.ts';
import { NodeTile } from '../../../entities/flows/node-tile.tsx';
import type { Editor } from '../editor/use-editor.ts';
import { traceEventTexts, traceReasonTexts } from '../../../entities/flows/trace.texts.ts';
import css from './phone.module.css';
import { testTexts } from './phone.texts.ts';
import { traceOf } from './test-run.ts';
import type { TestRun } from './use-test-run.ts';

export function TraceStrip({ test, viewById }: { test: TestRun; viewById: Editor['viewById'] }) {
  const t = useTexts(testTexts);
  const events = useTexts(traceEventTexts);
  const reasons = useTexts(traceReasonTexts);
  const trace = traceOf(test.turns).filter(({ event }) => event !== 'entered' || test.turns.length === 0);
  if (trace.length === 0) return null;
  return (
    <section className={css.strip} aria-label={t('path')}>
      <h2>
        {t('path')} <span className="muted">{t('steps', { count: trace.length })}</span>
      </h2>
      {/* Focusable, so that the keyboard can scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ol tabIndex={0} aria-label={t('path')}>
        {trace.map(({ seq, nodeId, event, port, reason, key, at: time }, at) => {
          const view = nodeId === null ? undefined : viewById.get(nodeId);
          const exit = view?.ports.find(({ id }) => id === port)?.label;
          return (
            <li key={seq} className={cx(nodeId === test.last?.node && css.current)}>
              <span className="num">{at + 1}</span>
              {view ? <NodeTile type={view.node.type} /> : <span />}
              <b className="cut">{view?.title}</b>
              <span className="cut">
                {[events(event) + (exit ? `: ${exit}` : ''), reason && reasons(reason)].filter(Boolean).join(' · ')}
              </span>
              <code>{key && `${key} = ${test.last?.variables[key] ?? ''}`}</code>
              <time>{formatTime(time)}</time>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

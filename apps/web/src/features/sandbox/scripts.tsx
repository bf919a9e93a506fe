import type { Endpoints } from '@balcao/contract/endpoints/index';
import type { ResponseData } from '@balcao/contract/kernel/endpoint';
import { useRunScript, useSandboxScripts } from '../../entities/sandbox/sandbox.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Icon, useToast, type IconName } from '../../ui/index.ts';
import css from './sandbox.module.css';
import { sandboxTexts } from './sandbox.texts.ts';

type Script = ResponseData<Endpoints['sandbox']['scripts']>[number];
const icons: Record<Script['icon'], IconName> = {
  bolt: 'bolt',
  alert: 'alert',
  pix: 'pix',
  star: 'star',
  audio: 'mic',
  people: 'users',
};

/** Scripts that run by themselves, at the pace of a person. */
export function Scripts({ connectionId, customerId }: { connectionId: number; customerId: string }) {
  const t = useTexts(sandboxTexts);
  const toast = useToast();
  const scripts = useSandboxScripts();
  const run = useRunScript({ connectionId, customerId });
  if (!scripts.data?.length) return null;
  const play = ({ id, name }: Script) =>
    run.mutate(id, {
      onSuccess: ({ steps }) => toast.done(t('scriptBegan', { name, steps })),
      onError: toast.failed,
    });
  return (
    <section>
      <h2>{t('scripts')}</h2>
      <ul className={css.scripts}>
        {scripts.data.map((script) => (
          <li key={script.id}>
            <button type="button" className={css.script} disabled={run.isPending} onClick={() => play(script)}>
              <Icon name={icons[script.icon]} />
              <span>
                <b>{script.name}</b>
                <span>{script.about}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

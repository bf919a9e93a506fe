/** Creates, changes or shows a campaign in four steps. */
import { useState } from 'react';
import { CampaignConfirm } from '../../../entities/campaigns/campaign-confirm.tsx';
import { useCampaign, type Campaign } from '../../../entities/campaigns/campaigns.api.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useLanguage } from '../../../lib/language.tsx';
import { usePhone } from '../../../lib/narrow.ts';
import { useSession } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, Dialog, DialogCancel, ErrorState, Icon, Skeleton, Steps } from '../../../ui/index.ts';
import { AfterStep } from './after-step.tsx';
import { copyOf, newValues, steps, stepOf, valuesOf, type Step } from './campaign-form.ts';
import { CheckPanel } from './check-panel.tsx';
import { DataStep } from './data-step.tsx';
import css from './dialog.module.css';
import { dialogTexts } from './dialog.texts.ts';
import { MessageStep } from './message-step.tsx';
import { ReviewStep } from './review-step.tsx';
import { TestDialog } from './test-dialog.tsx';
import { useCampaignForm } from './use-campaign-form.ts';

export type OpenCampaign = { id: number } | { copied?: Campaign };

export function CampaignDialog({ open, onClose }: { open: OpenCampaign; onClose: () => void }) {
  const t = useTexts(dialogTexts);
  const language = useLanguage();
  const id = 'id' in open ? open.id : undefined;
  const { data: campaign, error, refetch } = useCampaign(id);
  if (id === undefined) return <CampaignForm copied={'copied' in open ? open.copied : undefined} onClose={onClose} />;
  if (campaign) return <CampaignForm campaign={campaign} onClose={onClose} />;
  return (
    <Dialog title={t('details')} width={700} onClose={onClose}>
      {error ? (
        <ErrorState text={errorText(error, language)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={320} />
      )}
    </Dialog>
  );
}

interface CampaignFormProps {
  campaign?: Campaign;
  /** Values of another one, for a new one. */
  copied?: Campaign | undefined;
  onClose: () => void;
}

function CampaignForm({ campaign, copied, onClose }: CampaignFormProps) {
  const t = useTexts(dialogTexts);
  const { user } = useSession();
  const isPhone = usePhone();
  const { timeZone } = user.company;
  const [step, setStep] = useState<Step>('data');
  const [extra, setExtra] = useState<'test' | 'restart' | null>(null);
  const [values] = useState(() => {
    if (campaign) return valuesOf(campaign, timeZone);
    if (!copied) return newValues();
    const name = t('duplicateName', { name: copied.name }).slice(0, 50);
    return copyOf(valuesOf(copied, timeZone), name);
  });
  const editing = useCampaignForm({
    campaign,
    copied,
    values,
    onClose,
    onInvalid: (fields) => setStep(firstStep(fields)),
  });
  const { form, draft } = editing;
  const editable = campaign?.editable ?? 'all';
  const isReadOnly = editable === 'none';
  const at = steps.indexOf(step);
  const isLast = step === 'review';
  const check = <CheckPanel draft={draft} campaignId={editing.savedId} isCompact={isPhone} />;
  return (
    <>
      <Dialog
        title={campaign?.name ?? t('add')}
        width={700}
        onClose={onClose}
        dirty={!isReadOnly && (form.dirty || editing.hasNewFile)}
        onSubmit={form.submit}
        subhead={
          <Steps
            steps={steps.map((key) => ({ key, label: t(key) }))}
            current={step}
            done={(key) => steps.indexOf(key) < at || campaign !== undefined}
            onChoose={setStep}
            label={t('steps')}
          />
        }
        aside={isPhone ? undefined : check}
        footer={
          <>
            {!isReadOnly && (
              <Button icon="device" onClick={() => setExtra('test')}>
                {t('test')}
              </Button>
            )}
            {at > 0 && <Button onClick={() => setStep(steps[at - 1]!)}>{t('back')}</Button>}
            {isReadOnly && isLast && <DialogCancel>{t('close')}</DialogCancel>}
            {campaign?.status === 'CANCELADA' && isLast && (
              <Button icon="refresh" disabled={form.dirty} onClick={() => setExtra('restart')}>
                {t('restart')}
              </Button>
            )}
            {!isLast && (
              <Button kind="primary" key="next" onClick={() => setStep(steps[at + 1]!)}>
                {t('next')}
              </Button>
            )}
            {isLast && !isReadOnly && (
              <Button kind="primary" key="save" type="submit" busy={form.busy}>
                {t(draft.scheduledAt && campaign?.status !== 'CANCELADA' ? 'schedule' : 'save')}
              </Button>
            )}
          </>
        }
      >
        <ReadOnlyReason campaign={campaign} />
        <fieldset className={css.step} disabled={isReadOnly}>
          {step === 'data' && <DataStep form={form} campaign={campaign} canChangeAudience={editable === 'all'} />}
          {step === 'after' && <AfterStep form={form} />}
        </fieldset>
        {step === 'message' && (
          <MessageStep form={form} isReadOnly={isReadOnly} fileName={editing.fileName} onFile={editing.setFile} />
        )}
        {isLast && <ReviewStep draft={draft} campaignId={editing.savedId} />}
        {isPhone && check}
      </Dialog>
      {extra === 'test' && <TestDialog draft={draft} campaignId={editing.savedId} onClose={() => setExtra(null)} />}
      {extra === 'restart' && campaign && (
        <CampaignConfirm
          question={{ action: 'restart', campaign }}
          onClose={() => {
            setExtra(null);
            onClose();
          }}
        />
      )}
    </>
  );
}

/** The first step with an invalid field. */
const firstStep = (fields: readonly string[]): Step =>
  steps.find((step) => fields.some((field) => stepOf(field) === step)) ?? 'data';

function ReadOnlyReason({ campaign }: { campaign: Campaign | undefined }) {
  const t = useTexts(dialogTexts);
  if (!campaign || campaign.editable === 'all') return null;
  const text =
    campaign.status === 'EM_ANDAMENTO'
      ? 'readOnlyRunning'
      : campaign.status === 'FINALIZADA'
        ? 'readOnlyFinished'
        : campaign.status === 'CANCELADA'
          ? 'readOnlyAudience'
          : 'readOnlySoon';
  return (
    <p className={css.reason} role="note">
      <Icon name="lock" size={16} />
      {t(text)}
    </p>
  );
}

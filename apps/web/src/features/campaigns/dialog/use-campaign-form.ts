import { useState } from 'react';
import {
  downloadCampaignFile,
  useChangeCampaignFile,
  useSaveCampaign,
  type Campaign,
} from '../../../entities/campaigns/campaigns.api.ts';
import { useChosenPlaceholders, usePlaceholderKeys } from '../../../entities/templates/placeholder-rule.ts';
import { useDraftForm } from '../../../lib/draft-form.ts';
import { useSession } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { useToast } from '../../../ui/index.ts';
import { campaignForm, draftFrom, NONE, type CampaignValues } from './campaign-form.ts';
import { dialogTexts } from './dialog.texts.ts';

interface Options {
  campaign: Campaign | undefined;
  /** The original of a copy: its attachment is copied too. */
  copied: Campaign | undefined;
  values: CampaignValues;
  onClose: () => void;
  onInvalid: (fields: string[]) => void;
}
/** Change of the attachment on save: undefined keeps it, a file replaces it, null removes it. */
export type FileChange = File | null | undefined;

/** Saves the campaign, then its attachment, and then the date of a campaign whose attachment changed. */
export function useCampaignForm({ campaign, copied, values, onClose, onInvalid }: Options) {
  const t = useTexts(dialogTexts);
  const toast = useToast();
  const { timeZone } = useSession().user.company;
  const save = useSaveCampaign();
  const changeFile = useChangeCampaignFile();
  // Saved in several steps: a retry after a failed one must not create a second campaign.
  const [savedId, setSavedId] = useState(campaign?.id);
  const [hasStoredFile, setHasStoredFile] = useState(Boolean(campaign?.mediaName));
  const [file, setFile] = useState<FileChange>(undefined);
  const download = ({ id, mediaName }: Campaign) =>
    downloadCampaignFile(id).catch((error: unknown) => {
      toast.warn(t('copyFailed', { name: mediaName ?? '' }));
      throw error;
    });
  const placeholderKeys = usePlaceholderKeys();
  const [schema] = useState(() => campaignForm(placeholderKeys));
  const form = useDraftForm({
    schema,
    values,
    save: async (typed) => {
      // Before the copy exists: a failed download must not leave a scheduled campaign without its attachment.
      const attachment = file === undefined && copied?.mediaName ? await download(copied) : file;
      const change = attachment === null && !hasStoredFile ? undefined : attachment;
      const draft = draftFrom(typed, timeZone);
      // With a date within the hour it is read-only at once, and would be sent without the file. A canceled one is not sent.
      const isDatedLast = change !== undefined && draft.scheduledAt !== null && campaign?.status !== 'CANCELADA';
      const first = isDatedLast ? { ...draft, scheduledAt: null } : draft;
      const { id } = await save.mutateAsync({ id: savedId, ...first });
      setSavedId(id);
      if (change === undefined) return;
      await changeFile.mutateAsync({ id, file: change }).catch((error: unknown) => {
        toast.warn(t('attachFailed'));
        throw error;
      });
      setHasStoredFile(change !== null);
      if (isDatedLast) await save.mutateAsync({ id, ...draft });
    },
    ...toast.saved(t('saved'), onClose),
    onInvalid,
    fieldByCode: {
      ERR_CAMPAIGN_NO_AUDIENCE: ({ audience }) => (audience === 'tag' ? 'tagListId' : 'contactListId'),
      ERR_CAMPAIGN_NO_MESSAGE: 'messages',
      ERR_CAMPAIGN_NO_CONFIRMATION: 'confirmations',
      ERR_CAMPAIGN_COLD_NAME: 'coldConfirmation',
      ERR_NO_TEMPLATE_FOUND: 'templateId',
      ERR_TEMPLATE_NOT_SENDABLE: 'templateId',
    },
    fieldByApiName: { values: 'templateValues' },
  });
  const templateId = form.watch('templateId');
  useChosenPlaceholders(placeholderKeys, form.watch('whatsappId'), templateId === NONE ? null : templateId);
  return {
    form,
    draft: draftFrom(form.watch(), timeZone),
    savedId,
    fileName: file === undefined ? ((campaign ?? copied)?.mediaName ?? null) : (file?.name ?? null),
    hasNewFile: file !== undefined,
    setFile,
  };
}
export type CampaignFormApi = ReturnType<typeof useCampaignForm>['form'];

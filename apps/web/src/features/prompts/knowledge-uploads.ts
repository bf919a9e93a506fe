import { useState } from 'react';
import { useUploadKnowledge } from '../../entities/prompts/prompts.api.ts';
import { newKey } from '../../lib/new-key.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { useToast } from '../../ui/index.ts';
import { knowledgeTexts } from './knowledge.texts.ts';

export interface RunningUpload {
  key: string;
  name: string;
  /** From 0 to 1. */
  progress: number;
}

/** Sends files one after another: the server locks the prompt for each. */
export function useKnowledgeUploads(promptId: number) {
  const t = useTexts(knowledgeTexts);
  const toast = useToast();
  const upload = useUploadKnowledge(promptId);
  const [uploads, setUploads] = useState<readonly RunningUpload[]>([]);
  const remove = (key: string) => setUploads((now) => now.filter((running) => running.key !== key));
  const move = (key: string, progress: number) =>
    setUploads((now) => now.map((running) => (running.key === key ? { ...running, progress } : running)));
  return {
    uploads,
    async send(files: readonly File[]): Promise<void> {
      const waiting = files.map((file) => ({ file, key: newKey() }));
      setUploads((now) => [...now, ...waiting.map(({ file, key }) => ({ key, name: file.name, progress: 0 }))]);
      for (const { file, key } of waiting) {
        try {
          await upload(file, (progress) => move(key, progress));
          toast.done(t('uploaded'));
        } catch (error) {
          toast.failed(error);
        } finally {
          remove(key);
        }
      }
    },
  };
}

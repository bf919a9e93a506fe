/** The form of every type of node. A type without one does not compile. */
import type { NodeType } from '@balcao/domain/flow/document';
import { lazy, type ComponentType } from 'react';
import {
  AudioForm,
  ContentForm,
  FilesForm,
  ImageForm,
  IntervalForm,
  MessageForm,
  TemplateForm,
  VideoForm,
} from './content-forms.tsx';
import type { FormProps } from './form.ts';
import { ConditionForm, MenuForm, QuestionForm, RandomizerForm } from './question-forms.tsx';
import {
  AgentForm,
  CloseForm,
  DataForm,
  FlowForm,
  HoursForm,
  LaneForm,
  NoteForm,
  QueueForm,
  TagForm,
} from './routing-forms.tsx';
import { StartForm, WaitForm } from './time-forms.tsx';

// Loaded with the first of their blocks: most flows have none.
const HttpForm = lazy(() => import('./http-form.tsx').then((module) => ({ default: module.HttpForm })));
const WebhookForm = lazy(() => import('./service-forms.tsx').then((module) => ({ default: module.WebhookForm })));
const TypebotForm = lazy(() => import('./service-forms.tsx').then((module) => ({ default: module.TypebotForm })));
const OpenAiForm = lazy(() => import('./service-forms.tsx').then((module) => ({ default: module.OpenAiForm })));

export const forms: { [Type in NodeType]: ComponentType<FormProps<Type>> } = {
  start: StartForm,
  singleBlock: ContentForm,
  message: MessageForm,
  img: ImageForm,
  audio: AudioForm,
  video: VideoForm,
  interval: IntervalForm,
  wait: WaitForm,
  menu: MenuForm,
  question: QuestionForm,
  condition: ConditionForm,
  randomizer: RandomizerForm,
  ticket: QueueForm,
  queue: QueueForm,
  agent: AgentForm,
  tag: TagForm,
  lane: LaneForm,
  data: DataForm,
  hours: HoursForm,
  files: FilesForm,
  template: TemplateForm,
  flow: FlowForm,
  note: NoteForm,
  close: CloseForm,
  http: HttpForm,
  webhook: WebhookForm,
  typebot: TypebotForm,
  openai: OpenAiForm,
};

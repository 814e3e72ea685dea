import { ResourceType } from '../../../contract/content.ts';
import { m } from '../../paraglide/messages.js';
import {
  type Icon,
  IconBook2,
  IconChartBar,
  IconExternalLink,
  IconFile,
  IconFlask,
  IconHelp,
  IconPlayerPlay,
  IconPrinter,
  IconTool,
  IconVocabulary,
} from '../../ui/icons.ts';

const kinds: Record<number, { icon: Icon; name: () => string }> = {
  [ResourceType.reading]: { icon: IconBook2, name: m.player_kind_reading },
  [ResourceType.video]: { icon: IconPlayerPlay, name: m.player_kind_video },
  [ResourceType.interactive]: { icon: IconFlask, name: m.player_kind_interactive },
  [ResourceType.dataLab]: { icon: IconChartBar, name: m.player_kind_data_lab },
  [ResourceType.investigation]: { icon: IconTool, name: m.player_kind_investigation },
  [ResourceType.link]: { icon: IconExternalLink, name: m.player_kind_link },
  [ResourceType.quiz]: { icon: IconHelp, name: m.player_kind_quiz },
  [ResourceType.assessment]: { icon: IconHelp, name: m.player_kind_assessment },
  [ResourceType.printableQuiz]: { icon: IconPrinter, name: m.player_kind_printable_quiz },
  [ResourceType.providerAssessment]: { icon: IconHelp, name: m.player_kind_assessment },
  [ResourceType.termSet]: { icon: IconVocabulary, name: m.termSets_kind },
  [ResourceType.leveledReader]: { icon: IconBook2, name: m.player_kind_leveled_reader },
};
const other = { icon: IconFile, name: m.player_kind_file };

/** Icon and name of a resource's kind. */
export const kindIcon = (resourceTypeId: number): Icon => (kinds[resourceTypeId] ?? other).icon;
export const kindName = (resourceTypeId: number): string => (kinds[resourceTypeId] ?? other).name();

const quizKinds: readonly number[] = [
  ResourceType.quiz,
  ResourceType.assessment,
  ResourceType.printableQuiz,
  ResourceType.providerAssessment,
];

const stageKinds: readonly number[] = [ResourceType.interactive, ResourceType.video];

/** Whether the resource is a picture with controls, which gets all the space. */
export const isStageKind = (resourceTypeId: number): boolean => stageKinds.includes(resourceTypeId);

/** Whether the resource is only a quiz; other kinds may end with a few questions. */
export const isQuizKind = (resourceTypeId: number): boolean => quizKinds.includes(resourceTypeId);

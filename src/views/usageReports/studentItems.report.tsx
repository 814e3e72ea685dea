import { itemAnalysisScreen } from './itemAnalysis.tsx';
import { studentItems } from './studentItems.screen.ts';

export default itemAnalysisScreen(studentItems, 'student');

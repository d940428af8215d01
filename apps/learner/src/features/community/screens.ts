/** The community screens are one bundle, which loads with the first of them. */
export { CommunitiesPage as communities } from './communities-page'
export { CommunityPage as community } from './community-page'
export { PeoplePage as people } from './people-page'
export { PostPage as post } from './post-page'

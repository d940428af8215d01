export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  public: {
    Tables: {
      answers: {
        Row: {
          author_id: string | null
          body: string
          created_at: string
          deleted_at: string | null
          deleted_by_id: string | null
          edited_at: string | null
          id: string
          question_id: string
          staff: boolean
        }
        ComputedFields: never
        Insert: {
          author_id?: string | null
          body: string
          created_at?: string
          deleted_at?: string | null
          deleted_by_id?: string | null
          edited_at?: string | null
          id?: string
          question_id: string
          staff?: boolean
        }
        Update: {
          author_id?: string | null
          body?: string
          created_at?: string
          deleted_at?: string | null
          deleted_by_id?: string | null
          edited_at?: string | null
          id?: string
          question_id?: string
          staff?: boolean
        }
        Relationships: [
          {
            foreignKeyName: 'answers_author_id_fkey'
            columns: ['author_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'answers_deleted_by_id_fkey'
            columns: ['deleted_by_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'answers_question_id_fkey'
            columns: ['question_id']
            isOneToOne: false
            referencedRelation: 'questions'
            referencedColumns: ['id']
          },
        ]
      }
      assignments: {
        Row: {
          accepts: Database['public']['Enums']['work_kind'][]
          blind: boolean
          cutoff_days: number | null
          due_day: number | null
          due_time: string | null
          expected: string[]
          grader: string | null
          grader_new_sha: string | null
          grader_seen_at: string | null
          grader_sha: string | null
          late: Database['public']['Enums']['late_rule']
          lesson_id: string
          paths: string[]
          push_hands_in: boolean
          suite: string | null
          template_url: string | null
          tests_do: Database['public']['Enums']['tests_do']
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          accepts?: Database['public']['Enums']['work_kind'][]
          blind?: boolean
          cutoff_days?: number | null
          due_day?: number | null
          due_time?: string | null
          expected?: string[]
          grader?: string | null
          grader_new_sha?: string | null
          grader_seen_at?: string | null
          grader_sha?: string | null
          late?: Database['public']['Enums']['late_rule']
          lesson_id: string
          paths?: string[]
          push_hands_in?: boolean
          suite?: string | null
          template_url?: string | null
          tests_do?: Database['public']['Enums']['tests_do']
          updated_at?: string
        }
        Update: {
          accepts?: Database['public']['Enums']['work_kind'][]
          blind?: boolean
          cutoff_days?: number | null
          due_day?: number | null
          due_time?: string | null
          expected?: string[]
          grader?: string | null
          grader_new_sha?: string | null
          grader_seen_at?: string | null
          grader_sha?: string | null
          late?: Database['public']['Enums']['late_rule']
          lesson_id?: string
          paths?: string[]
          push_hands_in?: boolean
          suite?: string | null
          template_url?: string | null
          tests_do?: Database['public']['Enums']['tests_do']
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'assignments_lesson_id_fkey'
            columns: ['lesson_id']
            isOneToOne: true
            referencedRelation: 'lessons'
            referencedColumns: ['id']
          },
        ]
      }
      audit_logs: {
        Row: {
          action: string
          actor: string | null
          after: Json | null
          before: Json | null
          course_id: string | null
          created_at: string
          id: number
          ip_address: string | null
          target_id: string | null
          target_type: string
          title: string | null
          user_agent: string | null
          user_id: string | null
        }
        ComputedFields: never
        Insert: {
          action: string
          actor?: string | null
          after?: Json | null
          before?: Json | null
          course_id?: string | null
          created_at?: string
          id?: never
          ip_address?: string | null
          target_id?: string | null
          target_type: string
          title?: string | null
          user_agent?: string | null
          user_id?: string | null
        }
        Update: {
          action?: string
          actor?: string | null
          after?: Json | null
          before?: Json | null
          course_id?: string | null
          created_at?: string
          id?: never
          ip_address?: string | null
          target_id?: string | null
          target_type?: string
          title?: string | null
          user_agent?: string | null
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'audit_logs_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      cohort_courses: {
        Row: {
          cohort_id: string
          course_id: string
          position: number
        }
        ComputedFields: never
        Insert: {
          cohort_id: string
          course_id: string
          position?: number
        }
        Update: {
          cohort_id?: string
          course_id?: string
          position?: number
        }
        Relationships: [
          {
            foreignKeyName: 'cohort_courses_cohort_id_fkey'
            columns: ['cohort_id']
            isOneToOne: false
            referencedRelation: 'cohorts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'cohort_courses_course_id_fkey'
            columns: ['course_id']
            isOneToOne: false
            referencedRelation: 'courses'
            referencedColumns: ['id']
          },
        ]
      }
      cohort_dues: {
        Row: {
          at_time: string | null
          cohort_id: string
          day: number | null
          lesson_id: string
        }
        ComputedFields: never
        Insert: {
          at_time?: string | null
          cohort_id: string
          day?: number | null
          lesson_id: string
        }
        Update: {
          at_time?: string | null
          cohort_id?: string
          day?: number | null
          lesson_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'cohort_dues_cohort_id_fkey'
            columns: ['cohort_id']
            isOneToOne: false
            referencedRelation: 'cohorts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'cohort_dues_lesson_id_fkey'
            columns: ['lesson_id']
            isOneToOne: false
            referencedRelation: 'lessons'
            referencedColumns: ['id']
          },
        ]
      }
      cohort_members: {
        Row: {
          by_link: boolean
          cohort_id: string
          joined_at: string
          left_at: string | null
          open_all: boolean
          paused_at: string | null
          paused_on: string | null
          reached_at: string[] | null
          reached_from: string[] | null
          removed_by_staff: boolean
          shift_days: number
          state: Database['public']['Enums']['cohort_member_state']
          updated_at: string
          user_id: string
        }
        ComputedFields: never
        Insert: {
          by_link?: boolean
          cohort_id: string
          joined_at?: string
          left_at?: string | null
          open_all?: boolean
          paused_at?: string | null
          paused_on?: string | null
          reached_at?: string[] | null
          reached_from?: string[] | null
          removed_by_staff?: boolean
          shift_days?: number
          state?: Database['public']['Enums']['cohort_member_state']
          updated_at?: string
          user_id: string
        }
        Update: {
          by_link?: boolean
          cohort_id?: string
          joined_at?: string
          left_at?: string | null
          open_all?: boolean
          paused_at?: string | null
          paused_on?: string | null
          reached_at?: string[] | null
          reached_from?: string[] | null
          removed_by_staff?: boolean
          shift_days?: number
          state?: Database['public']['Enums']['cohort_member_state']
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'cohort_members_cohort_id_fkey'
            columns: ['cohort_id']
            isOneToOne: false
            referencedRelation: 'cohorts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'cohort_members_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      cohort_messages: {
        Row: {
          cohort_id: string
          created_at: string
          id: string
          mails: number
          message: string
          people: number
          sender_id: string | null
          title: string
          user_id: string | null
        }
        ComputedFields: never
        Insert: {
          cohort_id: string
          created_at?: string
          id?: string
          mails: number
          message: string
          people: number
          sender_id?: string | null
          title: string
          user_id?: string | null
        }
        Update: {
          cohort_id?: string
          created_at?: string
          id?: string
          mails?: number
          message?: string
          people?: number
          sender_id?: string | null
          title?: string
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'cohort_messages_cohort_id_fkey'
            columns: ['cohort_id']
            isOneToOne: false
            referencedRelation: 'cohorts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'cohort_messages_sender_id_fkey'
            columns: ['sender_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'cohort_messages_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      cohort_staff: {
        Row: {
          added_at: string
          cohort_id: string
          duty: Database['public']['Enums']['cohort_duty']
          user_id: string
        }
        ComputedFields: never
        Insert: {
          added_at?: string
          cohort_id: string
          duty?: Database['public']['Enums']['cohort_duty']
          user_id: string
        }
        Update: {
          added_at?: string
          cohort_id?: string
          duty?: Database['public']['Enums']['cohort_duty']
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'cohort_staff_cohort_id_fkey'
            columns: ['cohort_id']
            isOneToOne: false
            referencedRelation: 'cohorts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'cohort_staff_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      cohorts: {
        Row: {
          access_ends_on: string | null
          archived_at: string | null
          community_id: string | null
          created_at: string
          created_by_id: string | null
          draft: boolean
          ends_on: string
          id: string
          seats: number | null
          slug: string
          starts_on: string
          time_zone: string
          title: string
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          access_ends_on?: string | null
          archived_at?: string | null
          community_id?: string | null
          created_at?: string
          created_by_id?: string | null
          draft?: boolean
          ends_on: string
          id?: string
          seats?: number | null
          slug: string
          starts_on: string
          time_zone: string
          title: string
          updated_at?: string
        }
        Update: {
          access_ends_on?: string | null
          archived_at?: string | null
          community_id?: string | null
          created_at?: string
          created_by_id?: string | null
          draft?: boolean
          ends_on?: string
          id?: string
          seats?: number | null
          slug?: string
          starts_on?: string
          time_zone?: string
          title?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'cohorts_community_id_fkey'
            columns: ['community_id']
            isOneToOne: false
            referencedRelation: 'communities'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'cohorts_created_by_id_fkey'
            columns: ['created_by_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      communities: {
        Row: {
          access_type: Database['public']['Enums']['community_access_type']
          course_id: string | null
          cover_url: string | null
          created_at: string
          created_by_id: string | null
          description: string | null
          id: string
          name: string
          read_only: boolean
          slug: string
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          access_type?: Database['public']['Enums']['community_access_type']
          course_id?: string | null
          cover_url?: string | null
          created_at?: string
          created_by_id?: string | null
          description?: string | null
          id?: string
          name: string
          read_only?: boolean
          slug: string
          updated_at?: string
        }
        Update: {
          access_type?: Database['public']['Enums']['community_access_type']
          course_id?: string | null
          cover_url?: string | null
          created_at?: string
          created_by_id?: string | null
          description?: string | null
          id?: string
          name?: string
          read_only?: boolean
          slug?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'communities_course_id_fkey'
            columns: ['course_id']
            isOneToOne: false
            referencedRelation: 'courses'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'communities_created_by_id_fkey'
            columns: ['created_by_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      community_members: {
        Row: {
          banned: boolean
          community_id: string
          joined_at: string
          left_at: string | null
          role: Database['public']['Enums']['community_role']
          user_id: string
        }
        ComputedFields: never
        Insert: {
          banned?: boolean
          community_id: string
          joined_at?: string
          left_at?: string | null
          role?: Database['public']['Enums']['community_role']
          user_id?: string
        }
        Update: {
          banned?: boolean
          community_id?: string
          joined_at?: string
          left_at?: string | null
          role?: Database['public']['Enums']['community_role']
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'community_members_community_id_fkey'
            columns: ['community_id']
            isOneToOne: false
            referencedRelation: 'communities'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'community_members_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      community_post_reports: {
        Row: {
          created_at: string
          post_id: string
          reason: string | null
          reporter_id: string
          resolved_at: string | null
          resolved_by_id: string | null
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          post_id: string
          reason?: string | null
          reporter_id?: string
          resolved_at?: string | null
          resolved_by_id?: string | null
        }
        Update: {
          created_at?: string
          post_id?: string
          reason?: string | null
          reporter_id?: string
          resolved_at?: string | null
          resolved_by_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'community_post_reports_post_id_fkey'
            columns: ['post_id']
            isOneToOne: false
            referencedRelation: 'community_posts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'community_post_reports_reporter_id_fkey'
            columns: ['reporter_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'community_post_reports_resolved_by_id_fkey'
            columns: ['resolved_by_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      community_posts: {
        Row: {
          author_id: string | null
          body: string
          community_id: string
          created_at: string
          deleted_at: string | null
          deleted_by_id: string | null
          edited_at: string | null
          id: string
          parent_id: string | null
        }
        ComputedFields: never
        Insert: {
          author_id?: string | null
          body: string
          community_id: string
          created_at?: string
          deleted_at?: string | null
          deleted_by_id?: string | null
          edited_at?: string | null
          id?: string
          parent_id?: string | null
        }
        Update: {
          author_id?: string | null
          body?: string
          community_id?: string
          created_at?: string
          deleted_at?: string | null
          deleted_by_id?: string | null
          edited_at?: string | null
          id?: string
          parent_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'community_posts_author_id_fkey'
            columns: ['author_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'community_posts_community_id_fkey'
            columns: ['community_id']
            isOneToOne: false
            referencedRelation: 'communities'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'community_posts_deleted_by_id_fkey'
            columns: ['deleted_by_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'community_posts_parent_id_fkey'
            columns: ['parent_id']
            isOneToOne: false
            referencedRelation: 'community_posts'
            referencedColumns: ['id']
          },
        ]
      }
      course_slugs: {
        Row: {
          course_id: string
          slug: string
        }
        ComputedFields: never
        Insert: {
          course_id: string
          slug: string
        }
        Update: {
          course_id?: string
          slug?: string
        }
        Relationships: [
          {
            foreignKeyName: 'course_slugs_course_id_fkey'
            columns: ['course_id']
            isOneToOne: false
            referencedRelation: 'courses'
            referencedColumns: ['id']
          },
        ]
      }
      courses: {
        Row: {
          author_description: string | null
          author_name: string | null
          category: string | null
          created_at: string
          created_by_id: string | null
          deleted_at: string | null
          description: string | null
          id: string
          slug: string
          status: Database['public']['Enums']['course_status']
          thumbnail_url: string | null
          title: string
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          author_description?: string | null
          author_name?: string | null
          category?: string | null
          created_at?: string
          created_by_id?: string | null
          deleted_at?: string | null
          description?: string | null
          id?: string
          slug: string
          status?: Database['public']['Enums']['course_status']
          thumbnail_url?: string | null
          title: string
          updated_at?: string
        }
        Update: {
          author_description?: string | null
          author_name?: string | null
          category?: string | null
          created_at?: string
          created_by_id?: string | null
          deleted_at?: string | null
          description?: string | null
          id?: string
          slug?: string
          status?: Database['public']['Enums']['course_status']
          thumbnail_url?: string | null
          title?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'courses_created_by_id_fkey'
            columns: ['created_by_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      entitlements: {
        Row: {
          cohort_id: string | null
          course_id: string
          created_at: string
          expires_at: string | null
          granted_by_id: string | null
          id: string
          invite_id: string | null
          purchase_id: string | null
          source: Database['public']['Enums']['entitlement_source']
          user_id: string
        }
        ComputedFields: never
        Insert: {
          cohort_id?: string | null
          course_id: string
          created_at?: string
          expires_at?: string | null
          granted_by_id?: string | null
          id?: string
          invite_id?: string | null
          purchase_id?: string | null
          source?: Database['public']['Enums']['entitlement_source']
          user_id: string
        }
        Update: {
          cohort_id?: string | null
          course_id?: string
          created_at?: string
          expires_at?: string | null
          granted_by_id?: string | null
          id?: string
          invite_id?: string | null
          purchase_id?: string | null
          source?: Database['public']['Enums']['entitlement_source']
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'entitlements_cohort_id_fkey'
            columns: ['cohort_id']
            isOneToOne: false
            referencedRelation: 'cohorts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'entitlements_course_id_fkey'
            columns: ['course_id']
            isOneToOne: false
            referencedRelation: 'courses'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'entitlements_granted_by_id_fkey'
            columns: ['granted_by_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'entitlements_invite_id_fkey'
            columns: ['invite_id']
            isOneToOne: false
            referencedRelation: 'invites'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'entitlements_purchase_id_fkey'
            columns: ['purchase_id']
            isOneToOne: false
            referencedRelation: 'purchases'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'entitlements_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      exercise_drafts: {
        Row: {
          files: NonNullable<Json>
          kept: NonNullable<Json>
          lesson_id: string
          revision: string
          updated_at: string
          user_id: string
        }
        ComputedFields: never
        Insert: {
          files: NonNullable<Json>
          kept?: NonNullable<Json>
          lesson_id: string
          revision: string
          updated_at?: string
          user_id?: string
        }
        Update: {
          files?: NonNullable<Json>
          kept?: NonNullable<Json>
          lesson_id?: string
          revision?: string
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'exercise_drafts_lesson_id_fkey'
            columns: ['lesson_id']
            isOneToOne: false
            referencedRelation: 'exercises'
            referencedColumns: ['lesson_id']
          },
          {
            foreignKeyName: 'exercise_drafts_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      exercise_runs: {
        Row: {
          attempts: number
          claimed: Database['public']['Enums']['run_verdict'] | null
          created_at: string
          files: NonNullable<Json>
          id: string
          lesson_id: string
          made_at: string | null
          no: number
          operation_id: string | null
          results: NonNullable<Json>
          tests_version: number
          tried_at: string | null
          user_id: string
          verdict: Database['public']['Enums']['run_verdict']
          verified_at: string | null
        }
        ComputedFields: never
        Insert: {
          attempts?: number
          claimed?: Database['public']['Enums']['run_verdict'] | null
          created_at?: string
          files: NonNullable<Json>
          id?: string
          lesson_id: string
          made_at?: string | null
          no?: number
          operation_id?: string | null
          results?: NonNullable<Json>
          tests_version: number
          tried_at?: string | null
          user_id?: string
          verdict?: Database['public']['Enums']['run_verdict']
          verified_at?: string | null
        }
        Update: {
          attempts?: number
          claimed?: Database['public']['Enums']['run_verdict'] | null
          created_at?: string
          files?: NonNullable<Json>
          id?: string
          lesson_id?: string
          made_at?: string | null
          no?: number
          operation_id?: string | null
          results?: NonNullable<Json>
          tests_version?: number
          tried_at?: string | null
          user_id?: string
          verdict?: Database['public']['Enums']['run_verdict']
          verified_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'exercise_runs_lesson_id_fkey'
            columns: ['lesson_id']
            isOneToOne: false
            referencedRelation: 'exercises'
            referencedColumns: ['lesson_id']
          },
          {
            foreignKeyName: 'exercise_runs_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      exercises: {
        Row: {
          files: NonNullable<Json>
          hints: NonNullable<Json>
          language: Database['public']['Enums']['exercise_language']
          lesson_id: string
          practice: boolean
          solution_after: number | null
          tests: string
          time_ms: number
          updated_at: string
          version: number
        }
        ComputedFields: never
        Insert: {
          files?: NonNullable<Json>
          hints?: NonNullable<Json>
          language?: Database['public']['Enums']['exercise_language']
          lesson_id: string
          practice?: boolean
          solution_after?: number | null
          tests?: string
          time_ms?: number
          updated_at?: string
          version?: number
        }
        Update: {
          files?: NonNullable<Json>
          hints?: NonNullable<Json>
          language?: Database['public']['Enums']['exercise_language']
          lesson_id?: string
          practice?: boolean
          solution_after?: number | null
          tests?: string
          time_ms?: number
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'exercises_lesson_id_fkey'
            columns: ['lesson_id']
            isOneToOne: true
            referencedRelation: 'lessons'
            referencedColumns: ['id']
          },
        ]
      }
      extensions: {
        Row: {
          due_at: string
          given_at: string
          given_by_id: string | null
          lesson_id: string
          reason: string
          user_id: string
        }
        ComputedFields: never
        Insert: {
          due_at: string
          given_at?: string
          given_by_id?: string | null
          lesson_id: string
          reason?: string
          user_id: string
        }
        Update: {
          due_at?: string
          given_at?: string
          given_by_id?: string | null
          lesson_id?: string
          reason?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'extensions_given_by_id_fkey'
            columns: ['given_by_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'extensions_lesson_id_fkey'
            columns: ['lesson_id']
            isOneToOne: false
            referencedRelation: 'lessons'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'extensions_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      invite_courses: {
        Row: {
          course_id: string
          invite_id: string
        }
        ComputedFields: never
        Insert: {
          course_id: string
          invite_id: string
        }
        Update: {
          course_id?: string
          invite_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'invite_courses_course_id_fkey'
            columns: ['course_id']
            isOneToOne: false
            referencedRelation: 'courses'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'invite_courses_invite_id_fkey'
            columns: ['invite_id']
            isOneToOne: false
            referencedRelation: 'invites'
            referencedColumns: ['id']
          },
        ]
      }
      invites: {
        Row: {
          cancelled_at: string | null
          cohort_id: string | null
          created_at: string
          days: number | null
          email: string
          expires_at: string
          id: string
          invited_by_id: string | null
          name: string | null
          redeemed_at: string | null
          redeemed_by_id: string | null
          role: Database['public']['Enums']['user_role']
          role_given_at: string | null
          token: string
        }
        ComputedFields: never
        Insert: {
          cancelled_at?: string | null
          cohort_id?: string | null
          created_at?: string
          days?: number | null
          email: string
          expires_at?: string
          id?: string
          invited_by_id?: string | null
          name?: string | null
          redeemed_at?: string | null
          redeemed_by_id?: string | null
          role?: Database['public']['Enums']['user_role']
          role_given_at?: string | null
          token?: string
        }
        Update: {
          cancelled_at?: string | null
          cohort_id?: string | null
          created_at?: string
          days?: number | null
          email?: string
          expires_at?: string
          id?: string
          invited_by_id?: string | null
          name?: string | null
          redeemed_at?: string | null
          redeemed_by_id?: string | null
          role?: Database['public']['Enums']['user_role']
          role_given_at?: string | null
          token?: string
        }
        Relationships: [
          {
            foreignKeyName: 'invites_cohort_id_fkey'
            columns: ['cohort_id']
            isOneToOne: false
            referencedRelation: 'cohorts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'invites_invited_by_id_fkey'
            columns: ['invited_by_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'invites_redeemed_by_id_fkey'
            columns: ['redeemed_by_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      lesson_attachments: {
        Row: {
          created_at: string
          id: string
          lesson_id: string
          sort_order: number
          title: string
          url: string
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          id?: string
          lesson_id: string
          sort_order: number
          title: string
          url: string
        }
        Update: {
          created_at?: string
          id?: string
          lesson_id?: string
          sort_order?: number
          title?: string
          url?: string
        }
        Relationships: [
          {
            foreignKeyName: 'lesson_attachments_lesson_id_fkey'
            columns: ['lesson_id']
            isOneToOne: false
            referencedRelation: 'lessons'
            referencedColumns: ['id']
          },
        ]
      }
      lesson_completions: {
        Row: {
          completed_at: string
          lesson_id: string
          received_at: string
          user_id: string
        }
        ComputedFields: never
        Insert: {
          completed_at?: string
          lesson_id: string
          received_at?: string
          user_id?: string
        }
        Update: {
          completed_at?: string
          lesson_id?: string
          received_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'lesson_completions_lesson_id_fkey'
            columns: ['lesson_id']
            isOneToOne: false
            referencedRelation: 'lessons'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'lesson_completions_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      lesson_files: {
        Row: {
          alt: string
          bucket: string
          created_at: string
          created_by_id: string | null
          height: number | null
          id: string
          lesson_id: string
          name: string
          path: string
          sha256: string | null
          size: number
          type: string
          unused_since: string | null
          width: number | null
        }
        ComputedFields: never
        Insert: {
          alt?: string
          bucket?: string
          created_at?: string
          created_by_id?: string | null
          height?: number | null
          id?: string
          lesson_id: string
          name: string
          path: string
          sha256?: string | null
          size: number
          type: string
          unused_since?: string | null
          width?: number | null
        }
        Update: {
          alt?: string
          bucket?: string
          created_at?: string
          created_by_id?: string | null
          height?: number | null
          id?: string
          lesson_id?: string
          name?: string
          path?: string
          sha256?: string | null
          size?: number
          type?: string
          unused_since?: string | null
          width?: number | null
        }
        Relationships: [
          {
            foreignKeyName: 'lesson_files_created_by_id_fkey'
            columns: ['created_by_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'lesson_files_lesson_id_fkey'
            columns: ['lesson_id']
            isOneToOne: false
            referencedRelation: 'lessons'
            referencedColumns: ['id']
          },
        ]
      }
      lesson_progress: {
        Row: {
          auto_completed_at: string | null
          duration_sec: number | null
          lesson_id: string
          position_at: string
          position_sec: number
          updated_at: string
          user_id: string
          video: string | null
          watched: unknown
        }
        ComputedFields: never
        Insert: {
          auto_completed_at?: string | null
          duration_sec?: number | null
          lesson_id: string
          position_at?: string
          position_sec?: number
          updated_at?: string
          user_id?: string
          video?: string | null
          watched?: unknown
        }
        Update: {
          auto_completed_at?: string | null
          duration_sec?: number | null
          lesson_id?: string
          position_at?: string
          position_sec?: number
          updated_at?: string
          user_id?: string
          video?: string | null
          watched?: unknown
        }
        Relationships: [
          {
            foreignKeyName: 'lesson_progress_lesson_id_fkey'
            columns: ['lesson_id']
            isOneToOne: false
            referencedRelation: 'lessons'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'lesson_progress_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      lesson_versions: {
        Row: {
          assignment: Json | null
          author_id: string | null
          content: string | null
          created_at: string
          description: string | null
          exercise: number | null
          fields: string[]
          growth: number
          id: string
          lesson_id: string
          no: number
          restores: string | null
          title: string
        }
        ComputedFields: never
        Insert: {
          assignment?: Json | null
          author_id?: string | null
          content?: string | null
          created_at?: string
          description?: string | null
          exercise?: number | null
          fields?: string[]
          growth?: number
          id?: string
          lesson_id: string
          no: number
          restores?: string | null
          title: string
        }
        Update: {
          assignment?: Json | null
          author_id?: string | null
          content?: string | null
          created_at?: string
          description?: string | null
          exercise?: number | null
          fields?: string[]
          growth?: number
          id?: string
          lesson_id?: string
          no?: number
          restores?: string | null
          title?: string
        }
        Relationships: [
          {
            foreignKeyName: 'lesson_versions_author_id_fkey'
            columns: ['author_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'lesson_versions_lesson_id_fkey'
            columns: ['lesson_id']
            isOneToOne: false
            referencedRelation: 'lessons'
            referencedColumns: ['id']
          },
        ]
      }
      lessons: {
        Row: {
          content: string | null
          content_type: Database['public']['Enums']['lesson_content_type']
          created_at: string
          deleted_at: string | null
          description: string | null
          duration_sec: number
          external_url: string | null
          file_key: string | null
          file_name: string | null
          file_size: number | null
          free_preview: boolean
          id: string
          index: number
          module_id: string
          source_path: string | null
          title: string
          updated_at: string
          video_asset_id: string | null
          video_provider: Database['public']['Enums']['video_provider']
          video_start_sec: number
        }
        ComputedFields: never
        Insert: {
          content?: string | null
          content_type?: Database['public']['Enums']['lesson_content_type']
          created_at?: string
          deleted_at?: string | null
          description?: string | null
          duration_sec?: number
          external_url?: string | null
          file_key?: string | null
          file_name?: string | null
          file_size?: number | null
          free_preview?: boolean
          id?: string
          index: number
          module_id: string
          source_path?: string | null
          title: string
          updated_at?: string
          video_asset_id?: string | null
          video_provider?: Database['public']['Enums']['video_provider']
          video_start_sec?: number
        }
        Update: {
          content?: string | null
          content_type?: Database['public']['Enums']['lesson_content_type']
          created_at?: string
          deleted_at?: string | null
          description?: string | null
          duration_sec?: number
          external_url?: string | null
          file_key?: string | null
          file_name?: string | null
          file_size?: number | null
          free_preview?: boolean
          id?: string
          index?: number
          module_id?: string
          source_path?: string | null
          title?: string
          updated_at?: string
          video_asset_id?: string | null
          video_provider?: Database['public']['Enums']['video_provider']
          video_start_sec?: number
        }
        Relationships: [
          {
            foreignKeyName: 'lessons_module_id_fkey'
            columns: ['module_id']
            isOneToOne: false
            referencedRelation: 'modules'
            referencedColumns: ['id']
          },
        ]
      }
      list_changes: {
        Row: {
          at: string
          id: string
          resource: string
          user_id: string | null
        }
        ComputedFields: never
        Insert: {
          at?: string
          id?: string
          resource: string
          user_id?: string | null
        }
        Update: {
          at?: string
          id?: string
          resource?: string
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'list_changes_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      modules: {
        Row: {
          course_id: string
          created_at: string
          deleted_at: string | null
          id: string
          index: number
          source_path: string | null
          title: string
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          course_id: string
          created_at?: string
          deleted_at?: string | null
          id?: string
          index: number
          source_path?: string | null
          title: string
          updated_at?: string
        }
        Update: {
          course_id?: string
          created_at?: string
          deleted_at?: string | null
          id?: string
          index?: number
          source_path?: string | null
          title?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'modules_course_id_fkey'
            columns: ['course_id']
            isOneToOne: false
            referencedRelation: 'courses'
            referencedColumns: ['id']
          },
        ]
      }
      notes: {
        Row: {
          at_seconds: number | null
          body: string
          course_title: string
          created_at: string
          id: string
          lesson_id: string | null
          lesson_title: string
          quote: string | null
          revision: string
          updated_at: string
          user_id: string
        }
        ComputedFields: never
        Insert: {
          at_seconds?: number | null
          body: string
          course_title?: string
          created_at?: string
          id: string
          lesson_id?: string | null
          lesson_title?: string
          quote?: string | null
          revision: string
          updated_at?: string
          user_id?: string
        }
        Update: {
          at_seconds?: number | null
          body?: string
          course_title?: string
          created_at?: string
          id?: string
          lesson_id?: string | null
          lesson_title?: string
          quote?: string | null
          revision?: string
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'notes_lesson_id_fkey'
            columns: ['lesson_id']
            isOneToOne: false
            referencedRelation: 'lessons'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'notes_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      notification_mutes: {
        Row: {
          created_at: string
          type: Database['public']['Enums']['notification_type']
          user_id: string
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          type: Database['public']['Enums']['notification_type']
          user_id?: string
        }
        Update: {
          created_at?: string
          type?: Database['public']['Enums']['notification_type']
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'notification_mutes_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      notification_reads: {
        Row: {
          id: string
          notification_id: string
          read_at: string
          user_id: string
        }
        ComputedFields: never
        Insert: {
          id?: string
          notification_id: string
          read_at?: string
          user_id?: string
        }
        Update: {
          id?: string
          notification_id?: string
          read_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'notification_reads_notification_id_fkey'
            columns: ['notification_id']
            isOneToOne: false
            referencedRelation: 'notifications'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'notification_reads_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      notifications: {
        Row: {
          action_label: string | null
          action_url: string | null
          answer_id: string | null
          behind_id: string | null
          cohort_message_id: string | null
          created_at: string
          expires_at: string | null
          id: string
          important: boolean
          is_global: boolean
          message: string
          publish_at: string | null
          question_id: string | null
          recipient_id: string | null
          reminder_id: string | null
          review_id: string | null
          sender_id: string | null
          source: string | null
          title: string
          type: Database['public']['Enums']['notification_type']
          updated_at: string
          is_read: boolean | null
        }
        ComputedFields: 'is_read'
        Insert: {
          action_label?: string | null
          action_url?: string | null
          answer_id?: string | null
          behind_id?: string | null
          cohort_message_id?: string | null
          created_at?: string
          expires_at?: string | null
          id?: string
          important?: boolean
          is_global?: boolean
          message: string
          publish_at?: string | null
          question_id?: string | null
          recipient_id?: string | null
          reminder_id?: string | null
          review_id?: string | null
          sender_id?: string | null
          source?: string | null
          title: string
          type?: Database['public']['Enums']['notification_type']
          updated_at?: string
        }
        Update: {
          action_label?: string | null
          action_url?: string | null
          answer_id?: string | null
          behind_id?: string | null
          cohort_message_id?: string | null
          created_at?: string
          expires_at?: string | null
          id?: string
          important?: boolean
          is_global?: boolean
          message?: string
          publish_at?: string | null
          question_id?: string | null
          recipient_id?: string | null
          reminder_id?: string | null
          review_id?: string | null
          sender_id?: string | null
          source?: string | null
          title?: string
          type?: Database['public']['Enums']['notification_type']
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'notifications_answer_id_fkey'
            columns: ['answer_id']
            isOneToOne: false
            referencedRelation: 'answers'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'notifications_cohort_message_id_fkey'
            columns: ['cohort_message_id']
            isOneToOne: false
            referencedRelation: 'cohort_messages'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'notifications_question_id_fkey'
            columns: ['question_id']
            isOneToOne: false
            referencedRelation: 'questions'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'notifications_recipient_id_fkey'
            columns: ['recipient_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'notifications_review_id_fkey'
            columns: ['review_id']
            isOneToOne: true
            referencedRelation: 'reviews'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'notifications_sender_id_fkey'
            columns: ['sender_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      preferences: {
        Row: {
          cohort_mails: boolean
          due_mails: boolean
          morning_mails: boolean
          opening_mails: boolean
          quiet_from: string
          quiet_to: string
          review_mails: boolean
          start_mails: boolean
          time_zone: string | null
          updated_at: string
          user_id: string
        }
        ComputedFields: never
        Insert: {
          cohort_mails?: boolean
          due_mails?: boolean
          morning_mails?: boolean
          opening_mails?: boolean
          quiet_from?: string
          quiet_to?: string
          review_mails?: boolean
          start_mails?: boolean
          time_zone?: string | null
          updated_at?: string
          user_id?: string
        }
        Update: {
          cohort_mails?: boolean
          due_mails?: boolean
          morning_mails?: boolean
          opening_mails?: boolean
          quiet_from?: string
          quiet_to?: string
          review_mails?: boolean
          start_mails?: boolean
          time_zone?: string | null
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'preferences_user_id_fkey'
            columns: ['user_id']
            isOneToOne: true
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      profiles: {
        Row: {
          created_at: string
          disabled_at: string | null
          email: string
          id: string
          name: string | null
          phone: string | null
          role: Database['public']['Enums']['user_role']
          terms_accepted_at: string | null
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          created_at?: string
          disabled_at?: string | null
          email: string
          id: string
          name?: string | null
          phone?: string | null
          role?: Database['public']['Enums']['user_role']
          terms_accepted_at?: string | null
          updated_at?: string
        }
        Update: {
          created_at?: string
          disabled_at?: string | null
          email?: string
          id?: string
          name?: string | null
          phone?: string | null
          role?: Database['public']['Enums']['user_role']
          terms_accepted_at?: string | null
          updated_at?: string
        }
        Relationships: []
      }
      purchases: {
        Row: {
          amount_cents: number
          buyer_email: string | null
          community_id: string | null
          course_id: string | null
          created_at: string
          currency: string
          id: string
          needs_member: boolean
          provider: string
          provider_ref: string
          reason: string | null
          refund_reason: string | null
          refunded_cents: number
          status: Database['public']['Enums']['purchase_status']
          updated_at: string
          user_id: string | null
        }
        ComputedFields: never
        Insert: {
          amount_cents: number
          buyer_email?: string | null
          community_id?: string | null
          course_id?: string | null
          created_at?: string
          currency?: string
          id?: string
          needs_member?: boolean
          provider: string
          provider_ref: string
          reason?: string | null
          refund_reason?: string | null
          refunded_cents?: number
          status?: Database['public']['Enums']['purchase_status']
          updated_at?: string
          user_id?: string | null
        }
        Update: {
          amount_cents?: number
          buyer_email?: string | null
          community_id?: string | null
          course_id?: string | null
          created_at?: string
          currency?: string
          id?: string
          needs_member?: boolean
          provider?: string
          provider_ref?: string
          reason?: string | null
          refund_reason?: string | null
          refunded_cents?: number
          status?: Database['public']['Enums']['purchase_status']
          updated_at?: string
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'purchases_community_id_fkey'
            columns: ['community_id']
            isOneToOne: false
            referencedRelation: 'communities'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'purchases_course_id_fkey'
            columns: ['course_id']
            isOneToOne: false
            referencedRelation: 'courses'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'purchases_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      question_follows: {
        Row: {
          followed_at: string
          question_id: string
          user_id: string
        }
        ComputedFields: never
        Insert: {
          followed_at?: string
          question_id: string
          user_id?: string
        }
        Update: {
          followed_at?: string
          question_id?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'question_follows_question_id_fkey'
            columns: ['question_id']
            isOneToOne: false
            referencedRelation: 'questions'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'question_follows_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      questions: {
        Row: {
          answer_id: string | null
          answers: number
          at_heading: string | null
          at_seconds: number | null
          audience: Database['public']['Enums']['question_audience']
          author_id: string | null
          body: string
          closes_at: string | null
          cohort_id: string | null
          created_at: string
          deleted_at: string | null
          deleted_by_id: string | null
          edited_at: string | null
          id: string
          lesson_id: string
          merged_into_id: string | null
          reopened_at: string | null
          state: Database['public']['Enums']['question_state']
          title: string
          waiting_since: string | null
        }
        ComputedFields: never
        Insert: {
          answer_id?: string | null
          answers?: number
          at_heading?: string | null
          at_seconds?: number | null
          audience?: Database['public']['Enums']['question_audience']
          author_id?: string | null
          body?: string
          closes_at?: string | null
          cohort_id?: string | null
          created_at?: string
          deleted_at?: string | null
          deleted_by_id?: string | null
          edited_at?: string | null
          id?: string
          lesson_id: string
          merged_into_id?: string | null
          reopened_at?: string | null
          state?: Database['public']['Enums']['question_state']
          title: string
          waiting_since?: string | null
        }
        Update: {
          answer_id?: string | null
          answers?: number
          at_heading?: string | null
          at_seconds?: number | null
          audience?: Database['public']['Enums']['question_audience']
          author_id?: string | null
          body?: string
          closes_at?: string | null
          cohort_id?: string | null
          created_at?: string
          deleted_at?: string | null
          deleted_by_id?: string | null
          edited_at?: string | null
          id?: string
          lesson_id?: string
          merged_into_id?: string | null
          reopened_at?: string | null
          state?: Database['public']['Enums']['question_state']
          title?: string
          waiting_since?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'questions_accepted'
            columns: ['id', 'answer_id']
            isOneToOne: false
            referencedRelation: 'answers'
            referencedColumns: ['question_id', 'id']
          },
          {
            foreignKeyName: 'questions_author_id_fkey'
            columns: ['author_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'questions_cohort_id_fkey'
            columns: ['cohort_id']
            isOneToOne: false
            referencedRelation: 'cohorts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'questions_deleted_by_id_fkey'
            columns: ['deleted_by_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'questions_lesson_id_fkey'
            columns: ['lesson_id']
            isOneToOne: false
            referencedRelation: 'lessons'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'questions_merged_into_id_fkey'
            columns: ['merged_into_id']
            isOneToOne: false
            referencedRelation: 'questions'
            referencedColumns: ['id']
          },
        ]
      }
      releases: {
        Row: {
          at_time: string
          cohort_id: string
          day: number
          id: string
          lesson_id: string | null
          module_id: string | null
        }
        ComputedFields: never
        Insert: {
          at_time?: string
          cohort_id: string
          day?: number
          id?: string
          lesson_id?: string | null
          module_id?: string | null
        }
        Update: {
          at_time?: string
          cohort_id?: string
          day?: number
          id?: string
          lesson_id?: string | null
          module_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'releases_cohort_id_fkey'
            columns: ['cohort_id']
            isOneToOne: false
            referencedRelation: 'cohorts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'releases_lesson_id_fkey'
            columns: ['lesson_id']
            isOneToOne: false
            referencedRelation: 'lessons'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'releases_module_id_fkey'
            columns: ['module_id']
            isOneToOne: false
            referencedRelation: 'modules'
            referencedColumns: ['id']
          },
        ]
      }
      repositories: {
        Row: {
          asked_at: string
          connected_at: string | null
          default_branch: string | null
          host: string
          lesson_id: string
          name: string
          owner: string
          repository_id: string | null
          user_id: string
        }
        ComputedFields: never
        Insert: {
          asked_at?: string
          connected_at?: string | null
          default_branch?: string | null
          host: string
          lesson_id: string
          name: string
          owner: string
          repository_id?: string | null
          user_id: string
        }
        Update: {
          asked_at?: string
          connected_at?: string | null
          default_branch?: string | null
          host?: string
          lesson_id?: string
          name?: string
          owner?: string
          repository_id?: string | null
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'repositories_lesson_id_fkey'
            columns: ['lesson_id']
            isOneToOne: false
            referencedRelation: 'lessons'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'repositories_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      repository_results: {
        Row: {
          again_at: string | null
          failed: number
          host: string
          id: string
          jti: string
          lesson_id: string
          missing: string[]
          name: string
          owner: string
          pushed_at: string | null
          received_at: string
          ref: string
          repository_id: string
          results: NonNullable<Json>
          run_attempt: number
          run_id: string
          sha: string
          suite: string
          tests: number
          trial: boolean
          user_id: string
          verdict: Database['public']['Enums']['run_verdict']
        }
        ComputedFields: never
        Insert: {
          again_at?: string | null
          failed: number
          host: string
          id?: string
          jti: string
          lesson_id: string
          missing?: string[]
          name: string
          owner: string
          pushed_at?: string | null
          received_at?: string
          ref: string
          repository_id: string
          results: NonNullable<Json>
          run_attempt: number
          run_id: string
          sha: string
          suite: string
          tests: number
          trial?: boolean
          user_id: string
          verdict: Database['public']['Enums']['run_verdict']
        }
        Update: {
          again_at?: string | null
          failed?: number
          host?: string
          id?: string
          jti?: string
          lesson_id?: string
          missing?: string[]
          name?: string
          owner?: string
          pushed_at?: string | null
          received_at?: string
          ref?: string
          repository_id?: string
          results?: NonNullable<Json>
          run_attempt?: number
          run_id?: string
          sha?: string
          suite?: string
          tests?: number
          trial?: boolean
          user_id?: string
          verdict?: Database['public']['Enums']['run_verdict']
        }
        Relationships: [
          {
            foreignKeyName: 'repository_results_lesson_id_fkey'
            columns: ['lesson_id']
            isOneToOne: false
            referencedRelation: 'lessons'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'repository_results_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      review_claims: {
        Row: {
          reviewer_id: string
          submission_id: string
          until: string
        }
        ComputedFields: never
        Insert: {
          reviewer_id: string
          submission_id: string
          until: string
        }
        Update: {
          reviewer_id?: string
          submission_id?: string
          until?: string
        }
        Relationships: [
          {
            foreignKeyName: 'review_claims_reviewer_id_fkey'
            columns: ['reviewer_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'review_claims_submission_id_fkey'
            columns: ['submission_id']
            isOneToOne: true
            referencedRelation: 'submissions'
            referencedColumns: ['id']
          },
        ]
      }
      review_drafts: {
        Row: {
          body: NonNullable<Json>
          reviewer_id: string
          round_id: string
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          body: NonNullable<Json>
          reviewer_id: string
          round_id: string
          updated_at?: string
        }
        Update: {
          body?: NonNullable<Json>
          reviewer_id?: string
          round_id?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'review_drafts_reviewer_id_fkey'
            columns: ['reviewer_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'review_drafts_round_id_fkey'
            columns: ['round_id']
            isOneToOne: false
            referencedRelation: 'submission_rounds'
            referencedColumns: ['id']
          },
        ]
      }
      review_remarks: {
        Row: {
          body: string
          id: string
          line_from: number | null
          line_to: number | null
          path: string | null
          review_id: string
        }
        ComputedFields: never
        Insert: {
          body: string
          id?: string
          line_from?: number | null
          line_to?: number | null
          path?: string | null
          review_id: string
        }
        Update: {
          body?: string
          id?: string
          line_from?: number | null
          line_to?: number | null
          path?: string | null
          review_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'review_remarks_review_id_fkey'
            columns: ['review_id']
            isOneToOne: false
            referencedRelation: 'reviews'
            referencedColumns: ['id']
          },
        ]
      }
      reviews: {
        Row: {
          comment: string | null
          id: string
          levels: NonNullable<Json>
          operation_id: string | null
          published_at: string
          reviewer_id: string | null
          round_id: string
          rubric: NonNullable<Json>
          verdict: Database['public']['Enums']['review_verdict']
          withdraw_reason: string | null
          withdrawn_at: string | null
          withdrawn_by_id: string | null
        }
        ComputedFields: never
        Insert: {
          comment?: string | null
          id?: string
          levels?: NonNullable<Json>
          operation_id?: string | null
          published_at?: string
          reviewer_id?: string | null
          round_id: string
          rubric?: NonNullable<Json>
          verdict: Database['public']['Enums']['review_verdict']
          withdraw_reason?: string | null
          withdrawn_at?: string | null
          withdrawn_by_id?: string | null
        }
        Update: {
          comment?: string | null
          id?: string
          levels?: NonNullable<Json>
          operation_id?: string | null
          published_at?: string
          reviewer_id?: string | null
          round_id?: string
          rubric?: NonNullable<Json>
          verdict?: Database['public']['Enums']['review_verdict']
          withdraw_reason?: string | null
          withdrawn_at?: string | null
          withdrawn_by_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'reviews_reviewer_id_fkey'
            columns: ['reviewer_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'reviews_round_id_fkey'
            columns: ['round_id']
            isOneToOne: false
            referencedRelation: 'submission_rounds'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'reviews_withdrawn_by_id_fkey'
            columns: ['withdrawn_by_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      role_permissions: {
        Row: {
          action: string
          resource: string
          role: Database['public']['Enums']['user_role']
          scope: Database['public']['Enums']['permission_scope']
        }
        ComputedFields: never
        Insert: {
          action: string
          resource: string
          role: Database['public']['Enums']['user_role']
          scope: Database['public']['Enums']['permission_scope']
        }
        Update: {
          action?: string
          resource?: string
          role?: Database['public']['Enums']['user_role']
          scope?: Database['public']['Enums']['permission_scope']
        }
        Relationships: []
      }
      rubric_criteria: {
        Row: {
          essential: boolean
          id: string
          lesson_id: string
          levels: NonNullable<Json>
          position: number
          title: string
        }
        ComputedFields: never
        Insert: {
          essential?: boolean
          id?: string
          lesson_id: string
          levels: NonNullable<Json>
          position?: number
          title: string
        }
        Update: {
          essential?: boolean
          id?: string
          lesson_id?: string
          levels?: NonNullable<Json>
          position?: number
          title?: string
        }
        Relationships: [
          {
            foreignKeyName: 'rubric_criteria_lesson_id_fkey'
            columns: ['lesson_id']
            isOneToOne: false
            referencedRelation: 'assignments'
            referencedColumns: ['lesson_id']
          },
        ]
      }
      saved_replies: {
        Row: {
          body: string
          id: string
          position: number
          title: string
          updated_at: string
          user_id: string
        }
        ComputedFields: never
        Insert: {
          body: string
          id?: string
          position?: number
          title: string
          updated_at?: string
          user_id?: string
        }
        Update: {
          body?: string
          id?: string
          position?: number
          title?: string
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'saved_replies_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      settings: {
        Row: {
          accent: Database['public']['Enums']['site_accent']
          allow_registration: boolean
          contact_email: string
          creators_admin_panel: boolean
          enable_two_factor: boolean
          id: boolean
          logo: string
          maintenance_mode: boolean
          moderators_see_everybody: boolean
          privacy_text: string
          require_email_verification: boolean
          site_description: string
          site_name: string
          terms_text: string
          time_zone: string
          updated_at: string
        }
        ComputedFields: never
        Insert: {
          accent?: Database['public']['Enums']['site_accent']
          allow_registration?: boolean
          contact_email?: string
          creators_admin_panel?: boolean
          enable_two_factor?: boolean
          id?: boolean
          logo?: string
          maintenance_mode?: boolean
          moderators_see_everybody?: boolean
          privacy_text?: string
          require_email_verification?: boolean
          site_description?: string
          site_name?: string
          terms_text?: string
          time_zone?: string
          updated_at?: string
        }
        Update: {
          accent?: Database['public']['Enums']['site_accent']
          allow_registration?: boolean
          contact_email?: string
          creators_admin_panel?: boolean
          enable_two_factor?: boolean
          id?: boolean
          logo?: string
          maintenance_mode?: boolean
          moderators_see_everybody?: boolean
          privacy_text?: string
          require_email_verification?: boolean
          site_description?: string
          site_name?: string
          terms_text?: string
          time_zone?: string
          updated_at?: string
        }
        Relationships: []
      }
      submission_drafts: {
        Row: {
          body: NonNullable<Json>
          kept: NonNullable<Json>
          lesson_id: string
          revision: string
          updated_at: string
          user_id: string
        }
        ComputedFields: never
        Insert: {
          body: NonNullable<Json>
          kept?: NonNullable<Json>
          lesson_id: string
          revision: string
          updated_at?: string
          user_id?: string
        }
        Update: {
          body?: NonNullable<Json>
          kept?: NonNullable<Json>
          lesson_id?: string
          revision?: string
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'submission_drafts_lesson_id_fkey'
            columns: ['lesson_id']
            isOneToOne: false
            referencedRelation: 'lessons'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'submission_drafts_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      submission_rounds: {
        Row: {
          code: Json | null
          commit_sha: string | null
          draft_revision: string | null
          due_at_then: string | null
          due_zone: string | null
          files: Json | null
          id: string
          late: boolean
          made_at: string | null
          note: string | null
          operation_id: string | null
          repo_url: string | null
          round: number
          submission_id: string
          submitted_at: string
          text: string | null
          url: string | null
          waived_at: string | null
        }
        ComputedFields: never
        Insert: {
          code?: Json | null
          commit_sha?: string | null
          draft_revision?: string | null
          due_at_then?: string | null
          due_zone?: string | null
          files?: Json | null
          id?: string
          late?: boolean
          made_at?: string | null
          note?: string | null
          operation_id?: string | null
          repo_url?: string | null
          round: number
          submission_id: string
          submitted_at?: string
          text?: string | null
          url?: string | null
          waived_at?: string | null
        }
        Update: {
          code?: Json | null
          commit_sha?: string | null
          draft_revision?: string | null
          due_at_then?: string | null
          due_zone?: string | null
          files?: Json | null
          id?: string
          late?: boolean
          made_at?: string | null
          note?: string | null
          operation_id?: string | null
          repo_url?: string | null
          round?: number
          submission_id?: string
          submitted_at?: string
          text?: string | null
          url?: string | null
          waived_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'submission_rounds_submission_id_fkey'
            columns: ['submission_id']
            isOneToOne: false
            referencedRelation: 'submissions'
            referencedColumns: ['id']
          },
        ]
      }
      submissions: {
        Row: {
          awaiting_since: string | null
          came_back: boolean
          cohort_id: string | null
          id: string
          lesson_id: string
          passed_at: string | null
          round: number
          state: Database['public']['Enums']['submission_state']
          user_id: string
        }
        ComputedFields: never
        Insert: {
          awaiting_since?: string | null
          came_back?: boolean
          cohort_id?: string | null
          id?: string
          lesson_id: string
          passed_at?: string | null
          round?: number
          state?: Database['public']['Enums']['submission_state']
          user_id?: string
        }
        Update: {
          awaiting_since?: string | null
          came_back?: boolean
          cohort_id?: string | null
          id?: string
          lesson_id?: string
          passed_at?: string | null
          round?: number
          state?: Database['public']['Enums']['submission_state']
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'submissions_cohort_id_fkey'
            columns: ['cohort_id']
            isOneToOne: false
            referencedRelation: 'cohorts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'submissions_lesson_id_fkey'
            columns: ['lesson_id']
            isOneToOne: false
            referencedRelation: 'lessons'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'submissions_user_id_fkey'
            columns: ['user_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
    }
    Views: {
      [_ in never]: never
    }
    Functions: {
      accept_answer: { Args: { answer_id?: string; question_id: string }; Returns: Json }
      accept_invite: { Args: { token: string }; Returns: Json }
      add_cohort_people: { Args: { cohort_id: string; people: string[] }; Returns: Json }
      add_community_member: { Args: { community_id: string; user_id: string }; Returns: undefined }
      allow_mail: { Args: { user_id: string }; Returns: undefined }
      analytics: {
        Args: {
          course_id?: string
          page?: number
          page_size?: number
          query?: string
          quiet?: string
          sort?: string
        }
        Returns: Json
      }
      answer_question: {
        Args: { as_user?: string; body: string; operation_id?: string; question_id: string }
        Returns: Json
      }
      ask_extension: { Args: { days?: number; lesson_id: string; note?: string }; Returns: Json }
      ask_question: {
        Args: {
          as_user?: string
          at_heading?: string
          at_seconds?: number
          audience?: Database['public']['Enums']['question_audience']
          body?: string
          lesson_id: string
          operation_id?: string
          title: string
        }
        Returns: Json
      }
      ask_repository: { Args: { lesson_id: string; repo_url: string }; Returns: Json }
      assign_purchase: { Args: { purchase_id: string; user_id: string }; Returns: Json }
      assignment: { Args: { lesson_id: string }; Returns: Json }
      assignment_figures: { Args: { cohort_id?: string; course_id?: string }; Returns: Json }
      assignment_tests: { Args: { lesson_id: string }; Returns: Json }
      audit_choices: { Args: Record<PropertyKey, never>; Returns: Json }
      audit_list: {
        Args: {
          action?: string
          after?: string
          before?: string
          course?: string
          kind?: string
          page_size?: number
          person?: string
          since?: string
          target?: string
          until?: string
        }
        Returns: Json
      }
      audit_names: { Args: { ids: string[] }; Returns: Json }
      ban_from_questions: {
        Args: { banned?: boolean; course_id: string; user_id: string }
        Returns: undefined
      }
      ban_member: {
        Args: { banned: boolean; community_id: string; user_id: string }
        Returns: undefined
      }
      before_user_created: { Args: { event: Json }; Returns: Json }
      begin_export: { Args: { filter?: Json; list: string }; Returns: Json }
      begin_link_check: { Args: { course_id: string }; Returns: Json }
      begin_uploads: { Args: { bucket: string; course_id?: string; files: Json }; Returns: Json }
      begin_work_uploads: { Args: { files: Json; lesson_id: string }; Returns: Json }
      boot: { Args: Record<PropertyKey, never>; Returns: Json }
      calendar_of: { Args: { token: string }; Returns: Json }
      cancel_invite: { Args: { invite_id: string }; Returns: undefined }
      change_access: {
        Args: {
          act: string
          after?: string
          course?: string
          course_ids: string[]
          ends_at?: string
          operation_id: string
          people?: string[]
          piece: number
          query?: string
          quiet?: string
          role?: Database['public']['Enums']['user_role']
          state?: string
        }
        Returns: Json
      }
      change_cohort_people: {
        Args: {
          act: string
          cohort_id: string
          days?: number
          operation_id?: string
          people: string[]
        }
        Returns: Json
      }
      change_invites: {
        Args: {
          act: string
          after?: string
          invite_ids?: string[]
          mine?: boolean
          operation_id: string
          piece: number
          query?: string
          state?: string
        }
        Returns: Json
      }
      check_course: { Args: { course_id: string }; Returns: Json }
      check_invites: { Args: { lines: Json }; Returns: Json }
      check_session: { Args: Record<PropertyKey, never>; Returns: undefined }
      claim_due_mails: { Args: { how_many?: number; only_kinds?: string[] }; Returns: Json }
      claim_due_runs: { Args: { how_many?: number }; Returns: Json }
      claim_invite_mail: { Args: { invite_id: string }; Returns: Json }
      claim_submission: { Args: { submission_id: string }; Returns: Json }
      clear_behind: {
        Args: { cohort_id: string; note?: string; reason: string; user_id: string }
        Returns: undefined
      }
      cohort: { Args: { cohort_id: string }; Returns: Json }
      cohort_behind: { Args: { cohort_id: string }; Returns: Json }
      cohort_by_link: { Args: { token: string }; Returns: Json }
      cohort_history: { Args: { before?: number; cohort_id: string }; Returns: Json }
      cohort_link: { Args: { cohort_id: string }; Returns: Json }
      cohort_list: {
        Args: { page?: number; page_size?: number; query?: string; sort?: string; state?: string }
        Returns: Json
      }
      cohort_mates: { Args: { cohort_id: string }; Returns: Json }
      cohort_member_list: {
        Args: {
          cohort_id: string
          page?: number
          page_size?: number
          query?: string
          sort?: string
          state?: string
        }
        Returns: Json
      }
      cohort_message_list: {
        Args: { cohort_id: string; page?: number; page_size?: number }
        Returns: Json
      }
      cohort_message_readers: { Args: { message_id: string }; Returns: Json }
      cohort_progress: { Args: { cohort_id: string }; Returns: Json }
      cohort_questions: { Args: { cohort_id: string }; Returns: Json }
      cohort_schedule: { Args: { cohort_id: string }; Returns: Json }
      community_candidates: { Args: { community_id: string; query: string }; Returns: Json }
      community_feed: { Args: { before?: string; page_size?: number; slug: string }; Returns: Json }
      community_impact: { Args: { community_id: string }; Returns: Json }
      community_news: { Args: { since: string; slug: string }; Returns: number }
      community_people: { Args: { skip?: number; slug: string }; Returns: Json }
      community_reports: { Args: { slug: string }; Returns: Json }
      community_thread: { Args: { after?: string; post_id: string }; Returns: Json }
      complete_late: {
        Args: { age_sec: number; as_user?: string; lesson_id: string }
        Returns: undefined
      }
      correct_person: {
        Args: { email?: string; phone?: string; user_id: string }
        Returns: undefined
      }
      count_access: {
        Args: {
          act: string
          course?: string
          course_ids: string[]
          ends_at?: string
          people?: string[]
          query?: string
          quiet?: string
          role?: Database['public']['Enums']['user_role']
          state?: string
        }
        Returns: Json
      }
      count_cohort_message: { Args: { cohort_id: string; user_id?: string }; Returns: Json }
      count_invites: {
        Args: { act: string; invite_ids?: string[]; mine?: boolean; query?: string; state?: string }
        Returns: Json
      }
      count_killed_run: { Args: { person: string }; Returns: undefined }
      course_content: { Args: { course_id: string }; Returns: Json }
      course_exercise_figures: { Args: { course_id: string }; Returns: Json }
      course_files: { Args: { course_id: string }; Returns: Json }
      course_history: { Args: { after?: string; course_id: string }; Returns: Json }
      course_impact: { Args: { course_id: string }; Returns: Json }
      course_learners: {
        Args: { course_id?: string }
        Returns: {
          id: string
          name: string
        }[]
      }
      course_outline: { Args: { slug: string }; Returns: Json }
      course_titles: {
        Args: Record<PropertyKey, never>
        Returns: {
          id: string
          slug: string
          status: Database['public']['Enums']['course_status']
          title: string
        }[]
      }
      create_cohort: {
        Args: {
          access_ends_on?: string
          course_ids?: string[]
          draft?: boolean
          ends_on: string
          operation_id?: string
          seats?: number
          slug: string
          starts_on: string
          time_zone: string
          title: string
          with_community?: boolean
        }
        Returns: Json
      }
      create_invite: {
        Args: {
          cohort_id?: string
          course_ids?: string[]
          days?: number
          email: string
          operation_id?: string
          role?: Database['public']['Enums']['user_role']
        }
        Returns: Json
      }
      create_invites: { Args: { lines: Json; operation_id: string; piece: number }; Returns: Json }
      create_module: {
        Args: { course_id: string; operation_id?: string; title: string }
        Returns: Json
      }
      dashboard: { Args: Record<PropertyKey, never>; Returns: Json }
      decline_extension: {
        Args: { lesson_id: string; reason?: string; user_id: string }
        Returns: undefined
      }
      delete_answer: { Args: { answer_id: string }; Returns: undefined }
      delete_community: { Args: { community_id: string }; Returns: undefined }
      delete_course: { Args: { course_id: string }; Returns: undefined }
      delete_lesson: { Args: { lesson_id: string }; Returns: undefined }
      delete_module: { Args: { module_id: string }; Returns: undefined }
      delete_my_account: { Args: Record<PropertyKey, never>; Returns: undefined }
      delete_post: { Args: { post_id: string }; Returns: undefined }
      delete_question: { Args: { question_id: string }; Returns: undefined }
      deleted_content: {
        Args: { course_id: string }
        Returns: {
          deleted_at: string
          id: string
          kind: string
          lessons: number
          module_title: string
          title: string
        }[]
      }
      deleted_courses: {
        Args: Record<PropertyKey, never>
        Returns: {
          deleted_at: string
          id: string
          lessons: number
          slug: string
          title: string
        }[]
      }
      describe_file: { Args: { alt: string; course_id: string; path: string }; Returns: number }
      disable_impact: { Args: { user_id: string }; Returns: Json }
      disconnect_repository: { Args: { lesson_id: string }; Returns: undefined }
      dismiss_purchase_notice: { Args: { notice_id: string }; Returns: undefined }
      due_work_list: {
        Args: { kind?: string; page?: number; page_size?: number; state?: string }
        Returns: Json
      }
      duplicate_course: { Args: { course_id: string; operation_id?: string }; Returns: Json }
      duplicate_lesson: { Args: { lesson_id: string; operation_id?: string }; Returns: Json }
      duplicate_module: { Args: { module_id: string; operation_id?: string }; Returns: Json }
      edit_answer: { Args: { answer_id: string; body: string }; Returns: Json }
      edit_notification: {
        Args: {
          action_label?: string
          action_url?: string
          expires_at?: string
          important?: boolean
          message: string
          notification_id: string
          publish_at?: string
          title: string
          type: Database['public']['Enums']['notification_type']
        }
        Returns: undefined
      }
      edit_question: { Args: { body?: string; question_id: string; title: string }; Returns: Json }
      end_calendar: { Args: Record<PropertyKey, never>; Returns: undefined }
      end_extension: { Args: { lesson_id: string; user_id: string }; Returns: undefined }
      end_mail: { Args: { address: string; happened_at: string; reason: string }; Returns: boolean }
      end_session: { Args: { session_id: string }; Returns: undefined }
      exercise_figures: { Args: { lesson_id: string }; Returns: Json }
      exercise_of: { Args: { lesson_id: string }; Returns: Json }
      exercise_run: { Args: { run_id: string }; Returns: Json }
      exercise_runs_of: { Args: { lesson_id: string; user_id: string }; Returns: Json }
      exercise_solution: { Args: { lesson_id: string }; Returns: Json }
      exercise_to_edit: { Args: { lesson_id: string }; Returns: Json }
      exercise_to_prove: { Args: { lesson_id: string; person?: string }; Returns: Json }
      export_course: { Args: { course_id: string }; Returns: Json }
      export_lesson: { Args: { lesson_id: string }; Returns: Json }
      export_rows: { Args: { after?: Json; export_id: string }; Returns: Json }
      extension_list: { Args: { filter?: Json; page?: number; page_size?: number }; Returns: Json }
      finish_inbox_row: {
        Args: { kind: string; subject_id: string; version: string }
        Returns: undefined
      }
      follow_question: { Args: { follows?: boolean; question_id: string }; Returns: undefined }
      forget_attempt: { Args: { lesson_id?: string; run_id?: string }; Returns: undefined }
      free_previews: { Args: Record<PropertyKey, never>; Returns: Json }
      give_extension: {
        Args: {
          answering?: boolean
          days?: number
          due_at?: string
          lesson_id: string
          reason?: string
          user_id: string
        }
        Returns: Json
      }
      hand_in_run: {
        Args: {
          as_user?: string
          claimed?: Database['public']['Enums']['run_verdict']
          files: Json
          lesson_id: string
          made_at?: string
          operation_id: string
        }
        Returns: Json
      }
      hand_over: { Args: { submission_id: string; to_id?: string }; Returns: undefined }
      hand_over_inbox_row: {
        Args: {
          held_by?: string
          kind: string
          note?: string
          subject_id: string
          to_id: string
          version: string
        }
        Returns: undefined
      }
      has_communities: { Args: Record<PropertyKey, never>; Returns: boolean }
      import_course: {
        Args: { dry_run?: boolean; missing?: string; payload: Json; unchanged_since?: string }
        Returns: Json
      }
      import_difference: { Args: { payload: Json; source_path: string }; Returns: Json }
      import_to_undo: { Args: { course_id: string }; Returns: Json }
      inbox_colleagues: { Args: { kind: string; subject_id: string }; Returns: Json }
      invite_by_token: { Args: { token: string }; Returns: Json }
      invite_list: {
        Args: {
          cohort_id?: string
          mine?: boolean
          page?: number
          page_size?: number
          query?: string
          sort?: string
          state?: string
        }
        Returns: Json
      }
      invite_mailed: { Args: { invite_id: string }; Returns: undefined }
      is_read: {
        Args: {
          notification: Omit<
            Database['public']['Tables']['notifications']['Row'],
            Database['public']['Tables']['notifications']['ComputedFields']
          >
        }
        Returns: boolean
      }
      join_by_link: { Args: { token: string }; Returns: Json }
      join_community: { Args: { community_id: string }; Returns: undefined }
      judge_again: { Args: { result_id: string }; Returns: undefined }
      keep_link_states: { Args: { states: Json }; Returns: undefined }
      keep_round_commit: { Args: { round_id: string; sha: string }; Returns: undefined }
      leave_community: { Args: { community_id: string; user_id?: string }; Returns: undefined }
      legal_texts: { Args: Record<PropertyKey, never>; Returns: Json }
      lesson_impact: { Args: { lesson_id: string }; Returns: Json }
      lesson_questions: {
        Args: { before?: string; lesson_id: string; page_size?: number }
        Returns: Json
      }
      lesson_repositories: {
        Args: { filter?: Json; lesson_id: string; page?: number; page_size?: number }
        Returns: Json
      }
      lesson_version: { Args: { version_id: string }; Returns: Json }
      lesson_version_list: { Args: { before?: number; lesson_id: string }; Returns: Json }
      library: { Args: Record<PropertyKey, never>; Returns: Json }
      make_calendar_address: { Args: Record<PropertyKey, never>; Returns: Json }
      make_cohort_link: { Args: { cohort_id: string; ends_on?: string }; Returns: Json }
      make_invite_proof: { Args: { invite_id: string }; Returns: string }
      make_recovery_codes: { Args: Record<PropertyKey, never>; Returns: string[] }
      managed_communities: {
        Args: { page?: number; page_size?: number; query?: string }
        Returns: Json
      }
      managed_community: { Args: { community_id: string }; Returns: Json }
      managed_members: {
        Args: {
          community_id: string
          page?: number
          page_size?: number
          query?: string
          state?: string
        }
        Returns: Json
      }
      mark_all_notifications_read: { Args: Record<PropertyKey, never>; Returns: number }
      mark_community_seen: { Args: { seen: string; slug: string }; Returns: number }
      mark_notification_read: { Args: { notification_id: string }; Returns: undefined }
      member_access: { Args: { user_id: string }; Returns: Json }
      member_analytics: { Args: { user_id: string }; Returns: Json }
      member_by_address: { Args: { address: string }; Returns: Json }
      members: {
        Args: {
          course?: string
          page?: number
          page_size?: number
          query?: string
          quiet?: string
          role?: Database['public']['Enums']['user_role']
          sort?: string
          state?: string
        }
        Returns: Json
      }
      members_by_address: { Args: { addresses: string[] }; Returns: Json }
      merge_questions: { Args: { into_id: string; question_id: string }; Returns: Json }
      module_impact: { Args: { module_id: string }; Returns: Json }
      move_cohort: {
        Args: { cohort_id: string; days: number; dry_run?: boolean; operation_id?: string }
        Returns: Json
      }
      my_account_state: { Args: Record<PropertyKey, never>; Returns: Json }
      my_calendar: { Args: Record<PropertyKey, never>; Returns: Json }
      my_cohort_schedule: { Args: { cohort_id: string }; Returns: Json }
      my_communities: { Args: Record<PropertyKey, never>; Returns: Json }
      my_data: { Args: Record<PropertyKey, never>; Returns: Json }
      my_factors_state: { Args: Record<PropertyKey, never>; Returns: Json }
      my_news: { Args: Record<PropertyKey, never>; Returns: Json }
      my_notes: {
        Args: { before?: Json; lesson?: string; page_size?: number; query?: string }
        Returns: Json
      }
      my_open_invite: { Args: Record<PropertyKey, never>; Returns: Json }
      my_permissions: {
        Args: Record<PropertyKey, never>
        Returns: {
          action: string
          resource: string
          scope: Database['public']['Enums']['permission_scope']
        }[]
      }
      my_sessions: {
        Args: Record<PropertyKey, never>
        Returns: {
          active_at: string
          created_at: string
          current: boolean
          id: string
          user_agent: string
        }[]
      }
      my_week: { Args: Record<PropertyKey, never>; Returns: Json }
      new_in_communities: { Args: Record<PropertyKey, never>; Returns: number }
      next_review: { Args: { after?: string; filter?: Json }; Returns: string }
      note_time_zone: { Args: { zone: string }; Returns: string }
      notification_feed: { Args: { size?: number }; Returns: Json }
      notification_list: {
        Args: {
          after?: string
          audience?: string
          before?: string
          page_size?: number
          query?: string
          type?: Database['public']['Enums']['notification_type']
        }
        Returns: Json
      }
      person: { Args: { user_id: string }; Returns: Json }
      person_access: { Args: { at?: string; user_id: string }; Returns: Json }
      person_audit: { Args: { user_id: string }; Returns: Json }
      person_cohorts: { Args: { user_id: string }; Returns: Json }
      person_exercises: { Args: { user_id: string }; Returns: Json }
      person_invites: { Args: { user_id: string }; Returns: Json }
      person_lessons: { Args: { at?: string; course_id: string; user_id: string }; Returns: Json }
      person_sessions: {
        Args: { user_id: string }
        Returns: {
          active_at: string
          created_at: string
          id: string
          ip_address: string
          user_agent: string
        }[]
      }
      person_work: { Args: { user_id: string }; Returns: Json }
      prove_exercise: { Args: { lesson_id: string }; Returns: Json }
      public_settings: { Args: Record<PropertyKey, never>; Returns: Json }
      publish_review: {
        Args: {
          comment?: string
          levels?: Json
          operation_id?: string
          remarks?: Json
          round_id: string
          verdict: Database['public']['Enums']['review_verdict']
        }
        Returns: Json
      }
      purchase_list: {
        Args: {
          page?: number
          page_size?: number
          query?: string
          since?: string
          status?: Database['public']['Enums']['purchase_status']
          unassigned?: boolean
          until?: string
        }
        Returns: Json
      }
      question: { Args: { after?: string; question_id: string }; Returns: Json }
      question_bans: { Args: { course_id: string }; Returns: Json }
      questions_like: { Args: { lesson_id: string; words: string }; Returns: Json }
      questions_to_merge: { Args: { question_id: string; words?: string }; Returns: Json }
      readable_files: { Args: { paths: string[] }; Returns: string[] }
      readable_work_files: { Args: { paths: string[] }; Returns: string[] }
      record_progress: {
        Args: {
          age_sec?: number
          as_user?: string
          duration_sec?: number
          lesson_id: string
          position_sec: number
          ranges?: unknown
          video?: string
        }
        Returns: Json
      }
      record_purchase: {
        Args: {
          amount_cents: number
          course_id: string
          currency: string
          key: string
          kind: string
          reason: string
          user_id: string
        }
        Returns: Json
      }
      record_purchase_event: {
        Args: {
          about?: string
          amount_cents?: number
          community?: string
          course?: string
          currency?: string
          email?: string
          event_id: string
          kind: string
          member_id?: string
          occurred_at: string
          provider: string
          ref: string
          session_ref?: string
          type?: string
          whole?: boolean
        }
        Returns: Json
      }
      record_session: { Args: { event: string }; Returns: undefined }
      refund_impact: { Args: { purchase_id: string }; Returns: Json }
      refund_purchase: { Args: { purchase_id: string; reason: string }; Returns: Json }
      refuse_purchase_event: {
        Args: { event_id: string; provider: string; reason: string; ref?: string; type: string }
        Returns: undefined
      }
      release_claim: { Args: { submission_id: string }; Returns: undefined }
      reopen_question: { Args: { question_id: string }; Returns: Json }
      reorder_course: {
        Args: { course_id: string; expected: Json; wanted: Json }
        Returns: undefined
      }
      report_question: {
        Args: { answer_id?: string; question_id: string; reason?: string }
        Returns: undefined
      }
      resend_invite: { Args: { invite_id: string }; Returns: Json }
      reset_factors: { Args: { user_id: string }; Returns: undefined }
      resolve_reports: { Args: { post_id: string }; Returns: undefined }
      restore_answer: { Args: { answer_id: string }; Returns: undefined }
      restore_course: { Args: { course_id: string }; Returns: undefined }
      restore_inbox_row: { Args: { kind: string; subject_id: string }; Returns: undefined }
      restore_lesson: { Args: { lesson_id: string }; Returns: undefined }
      restore_lesson_version: {
        Args: { unchanged_since: string; version_id: string }
        Returns: Json
      }
      restore_module: { Args: { module_id: string }; Returns: undefined }
      restore_post: { Args: { post_id: string }; Returns: undefined }
      restore_question: { Args: { question_id: string }; Returns: undefined }
      retry_due_work: { Args: { work_id: string }; Returns: undefined }
      review: { Args: { submission_id: string }; Returns: Json }
      review_queue: { Args: { filter?: Json; page?: number; page_size?: number }; Returns: Json }
      reviewers: { Args: { submission_id: string }; Returns: Json }
      role_impact: {
        Args: { role: Database['public']['Enums']['user_role']; user_id: string }
        Returns: Json
      }
      run_to_verify: { Args: { run_id: string }; Returns: Json }
      save_access: {
        Args: { ends?: Json; to_grant: string[]; to_revoke: string[]; user_id: string }
        Returns: Json
      }
      save_dues: { Args: { changes: Json; cohort_id: string }; Returns: undefined }
      save_exercise: {
        Args: { exercise: Json; expected_version: number; lesson_id: string }
        Returns: Json
      }
      save_exercise_draft: {
        Args: {
          age_sec?: number
          as_user?: string
          based_on?: string[]
          drop_kept?: string[]
          files: Json
          lesson_id: string
          revision: string
        }
        Returns: Json
      }
      save_lesson: {
        Args: { attachments?: Json; lesson: Json; operation_id?: string; unchanged_since?: string }
        Returns: Json
      }
      save_note: {
        Args: {
          age_sec?: number
          as_user?: string
          at_seconds?: number
          based_on?: string[]
          body: string
          lesson: string
          note: string
          quote?: string
          revision: string
        }
        Returns: Json
      }
      save_releases: { Args: { changes: Json; cohort_id: string }; Returns: undefined }
      save_review_draft: { Args: { body: Json; round_id: string }; Returns: Json }
      save_work_draft: {
        Args: {
          age_sec?: number
          as_user?: string
          based_on?: string[]
          body: Json
          drop_kept?: string[]
          lesson_id: string
          revision: string
        }
        Returns: Json
      }
      search: { Args: { query: string }; Returns: Json }
      search_questions: { Args: { query: string }; Returns: Json }
      see_community: { Args: { seen: string; slug: string }; Returns: number }
      send_cohort_message: {
        Args: {
          cohort_id: string
          message: string
          operation_id?: string
          title: string
          user_id?: string
        }
        Returns: Json
      }
      send_global_notification: {
        Args: {
          action_label?: string
          action_url?: string
          expires_at?: string
          important?: boolean
          message: string
          publish_at?: string
          send_id?: string
          sender_id?: string
          title: string
          type?: Database['public']['Enums']['notification_type']
        }
        Returns: string
      }
      send_lessons: { Args: { lessons: Json; sending: string }; Returns: undefined }
      send_user_notification: {
        Args: {
          action_label?: string
          action_url?: string
          expires_at?: string
          important?: boolean
          message: string
          publish_at?: string
          recipient_id: string
          send_id?: string
          sender_id?: string
          title: string
          type?: Database['public']['Enums']['notification_type']
        }
        Returns: string
      }
      set_cohort_courses: { Args: { cohort_id: string; course_ids: string[] }; Returns: undefined }
      set_cohort_link: {
        Args: { active: boolean; cohort_id: string; ends_on?: string }
        Returns: Json
      }
      set_disabled: { Args: { disabled: boolean; user_id: string }; Returns: undefined }
      set_role: {
        Args: { role: Database['public']['Enums']['user_role']; user_id: string }
        Returns: undefined
      }
      settings_preview: { Args: Record<PropertyKey, never>; Returns: Json }
      settle_due_mail: {
        Args: { attempt: number; failed?: string; final?: boolean; work_id: string }
        Returns: undefined
      }
      settle_proof: {
        Args: { lesson_id: string; problems?: Json; proved: boolean; version: number }
        Returns: Json
      }
      settle_question_reports: {
        Args: { answer_id?: string; question_id: string }
        Returns: undefined
      }
      settle_repository_result: { Args: { report: Json }; Returns: Json }
      settle_run: {
        Args: {
          results?: Json
          run_id: string
          verdict: Database['public']['Enums']['run_verdict']
        }
        Returns: boolean
      }
      sign_up_confirmed: { Args: { sign_up: string }; Returns: boolean }
      snooze_inbox_row: {
        Args: { kind: string; subject_id: string; until: string; version: string }
        Returns: undefined
      }
      staff_inbox: { Args: Record<PropertyKey, never>; Returns: Json }
      start_cohort_again: {
        Args: {
          cohort_id: string
          operation_id?: string
          slug: string
          starts_on: string
          title: string
        }
        Returns: Json
      }
      submit_round: {
        Args: {
          as_user?: string
          code?: Json
          draft_revision?: string
          files?: Json
          lesson_id: string
          made_at?: string
          note?: string
          operation_id: string
          repo_url?: string
          second_opinion?: boolean
          text?: string
          url?: string
        }
        Returns: Json
      }
      take_grader_commit: { Args: { lesson_id: string; sha?: string }; Returns: undefined }
      undo_import: { Args: { course_id: string }; Returns: undefined }
      unsubscribe: { Args: { really?: boolean; token: string }; Returns: Json }
      use_recovery_code: { Args: { code: string }; Returns: Json }
      waive_late: { Args: { round_id: string }; Returns: undefined }
      where_course_is_hard: { Args: { course_id: string }; Returns: Json }
      withdraw_review: { Args: { reason?: string; review_id: string }; Returns: Json }
    }
    Enums: {
      cohort_duty: 'LEAD' | 'COACH'
      cohort_member_state: 'ACTIVE' | 'PAUSED' | 'LEFT' | 'GRADUATED'
      community_access_type: 'FREE' | 'COURSE' | 'PAID' | 'INVITE'
      community_role: 'MEMBER' | 'MODERATOR'
      course_status: 'DRAFT' | 'PUBLISHED'
      entitlement_source: 'MANUAL' | 'INVITE' | 'PURCHASE' | 'COHORT'
      exercise_language: 'JS' | 'TS' | 'PAGE'
      late_rule: 'MARKED' | 'SHUT'
      lesson_content_type: 'VIDEO' | 'FILE' | 'TEXT' | 'EXTERNAL_LINK' | 'ASSIGNMENT' | 'EXERCISE'
      notification_type: 'success' | 'warning' | 'error' | 'info'
      permission_scope: 'any' | 'own' | 'assigned'
      proof_state: 'NONE' | 'PENDING' | 'PROVED' | 'REFUSED'
      purchase_status: 'COMPLETED' | 'PENDING' | 'FAILED' | 'REFUNDED'
      question_audience: 'EVERYONE' | 'COHORT' | 'STAFF'
      question_state: 'OPEN' | 'ANSWERED' | 'CLOSED'
      review_verdict: 'PASS' | 'AGAIN'
      run_verdict: 'PENDING' | 'PASS' | 'FAIL' | 'ERROR'
      site_accent: 'green' | 'teal' | 'blue' | 'violet' | 'plum' | 'copper'
      submission_state: 'WAITING' | 'RETURNED' | 'PASSED'
      tests_do: 'SHOW' | 'GATE' | 'PASS'
      user_role: 'ADMIN' | 'CREATOR' | 'MODERATOR' | 'MEMBER'
      video_provider: 'NONE' | 'YOUTUBE' | 'LOOM' | 'VIMEO' | 'CF' | 'MUX' | 'SERVER'
      work_kind: 'TEXT' | 'LINK' | 'REPOSITORY' | 'CODE' | 'FILE'
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}

type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, 'public'>]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    ? (DefaultSchema['Tables'] & DefaultSchema['Views'])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R
      }
      ? R
      : never
    : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema['Tables']
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I
      }
      ? I
      : never
    : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema['Tables']
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U
      }
      ? U
      : never
    : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema['Enums']
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums']
    : never = never,
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums'][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema['Enums']
    ? DefaultSchema['Enums'][DefaultSchemaEnumNameOrOptions]
    : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema['CompositeTypes']
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes']
    : never = never,
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes'][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema['CompositeTypes']
    ? DefaultSchema['CompositeTypes'][PublicCompositeTypeNameOrOptions]
    : never

export const COHORT_DUTY = ['LEAD', 'COACH'] as const
export const COHORT_MEMBER_STATE = ['ACTIVE', 'PAUSED', 'LEFT', 'GRADUATED'] as const
export const COMMUNITY_ACCESS_TYPE = ['FREE', 'COURSE', 'PAID', 'INVITE'] as const
export const COMMUNITY_ROLE = ['MEMBER', 'MODERATOR'] as const
export const COURSE_STATUS = ['DRAFT', 'PUBLISHED'] as const
export const ENTITLEMENT_SOURCE = ['MANUAL', 'INVITE', 'PURCHASE', 'COHORT'] as const
export const EXERCISE_LANGUAGE = ['JS', 'TS', 'PAGE'] as const
export const LATE_RULE = ['MARKED', 'SHUT'] as const
export const LESSON_CONTENT_TYPE = [
  'VIDEO',
  'FILE',
  'TEXT',
  'EXTERNAL_LINK',
  'ASSIGNMENT',
  'EXERCISE',
] as const
export const NOTIFICATION_TYPE = ['success', 'warning', 'error', 'info'] as const
export const PERMISSION_SCOPE = ['any', 'own', 'assigned'] as const
export const PROOF_STATE = ['NONE', 'PENDING', 'PROVED', 'REFUSED'] as const
export const PURCHASE_STATUS = ['COMPLETED', 'PENDING', 'FAILED', 'REFUNDED'] as const
export const QUESTION_AUDIENCE = ['EVERYONE', 'COHORT', 'STAFF'] as const
export const QUESTION_STATE = ['OPEN', 'ANSWERED', 'CLOSED'] as const
export const REVIEW_VERDICT = ['PASS', 'AGAIN'] as const
export const RUN_VERDICT = ['PENDING', 'PASS', 'FAIL', 'ERROR'] as const
export const SITE_ACCENT = ['green', 'teal', 'blue', 'violet', 'plum', 'copper'] as const
export const SUBMISSION_STATE = ['WAITING', 'RETURNED', 'PASSED'] as const
export const TESTS_DO = ['SHOW', 'GATE', 'PASS'] as const
export const USER_ROLE = ['ADMIN', 'CREATOR', 'MODERATOR', 'MEMBER'] as const
export const VIDEO_PROVIDER = ['NONE', 'YOUTUBE', 'LOOM', 'VIMEO', 'CF', 'MUX', 'SERVER'] as const
export const WORK_KIND = ['TEXT', 'LINK', 'REPOSITORY', 'CODE', 'FILE'] as const
